package dev.sluice.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.json.TreeParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One version of one object: its JSON as it is sent, and a little that is looked at often. Trees are parsed when
/// somebody needs them and forgotten at the next collection (H6.14).
public final class StoredObject {
    private static final byte[] METADATA = {'"', 'm', 'e', 't', 'a', 'd', 'a', 't', 'a', '"'};
    private static final byte[] MANAGED_FIELDS =
            "\"managedFields\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LABELS = "\"labels\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] REVISION =
            "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

    private final ObjectKey key;
    private final String uid;
    private final long revision;
    private final byte[] json;
    private volatile @Nullable Map<String, String> labels;
    private volatile @Nullable WeakReference<ObjectNode> tree;

    StoredObject(ObjectKey key, String uid, long revision, byte[] json) {
        this.key = key;
        this.uid = uid;
        this.revision = revision;
        this.json = json;
    }

    /// What a draft becomes; as long as nobody has collected it, its tree need not be parsed.
    static StoredObject of(ObjectKey key, Draft draft, long revision) {
        StoredObject object = new StoredObject(key, draft.uid(), revision, draft.at(revision));
        object.keep(draft.treeAt(revision));
        return object;
    }

    private void keep(@Nullable ObjectNode known) {
        tree = known == null ? null : new WeakReference<>(known);
    }

    public ObjectKey key() {
        return key;
    }

    public String uid() {
        return uid;
    }

    /// The revision of its last change; `metadata.resourceVersion` says the same.
    public long revision() {
        return revision;
    }

    /// The whole object in UTF-8, starting with apiVersion, kind, metadata. Never to be changed.
    public byte[] json() {
        return json;
    }

    /// [#json] without `metadata.managedFields`, which are about half of it.
    public byte[] jsonWithoutManagedFields() {
        MetadataField field = MetadataField.find(json, metadataAt(), MANAGED_FIELDS);
        return field == null ? json : field.cutFrom(json);
    }

    /// Where `"metadata"` begins in [#json]: lists of built-in kinds leave out what is before.
    public int metadataAt() {
        return indexOf(json, METADATA, 0);
    }

    /// The labels; empty when there are none.
    public Map<String, String> labels() {
        Map<String, String> known = labels;
        if (known == null) {
            known = readLabels();
            labels = known;
        }
        return known;
    }

    /// The parsed object for reading: shared, never to be changed.
    public ObjectNode tree() {
        ObjectNode known = knownTree();
        if (known == null) {
            known = parse();
            keep(known);
        }
        return known;
    }

    /// The parsed object, the caller's own.
    public ObjectNode copy() {
        ObjectNode known = knownTree();
        return known == null ? parse() : known.deepCopy();
    }

    private @Nullable ObjectNode knownTree() {
        WeakReference<ObjectNode> reference = tree;
        ObjectNode known = reference == null ? null : reference.get();
        assert known == null || known.equals(parse())
                : "the shared tree of " + key + " has been changed";
        return known;
    }

    private ObjectNode parse() {
        try {
            return (ObjectNode) TreeParser.read(json);
        } catch (IOException damaged) {
            throw new UncheckedIOException("stored object " + key + " cannot be parsed", damaged);
        }
    }

    /// The same content at another revision: what a DELETED event shows (H5.2).
    public StoredObject at(long newRevision) {
        int from = indexOf(json, REVISION, 0);
        int to = from + REVISION.length + Long.toString(revision).length() + 2;
        StoredObject moved =
                new StoredObject(key, uid, newRevision, Draft.splice(json, from, to, newRevision));
        ObjectNode known = knownTree();
        if (known != null) {
            ObjectNode revised = known.objectNode();
            revised.setAll(known);
            ObjectNode metadata = revised.putObject("metadata");
            metadata.setAll((ObjectNode) known.path("metadata"));
            metadata.put("resourceVersion", Long.toString(newRevision));
            moved.keep(revised);
        }
        return moved;
    }

    private Map<String, String> readLabels() {
        ObjectNode known = knownTree();
        if (known != null) {
            return labelsOf(known.path("metadata").path("labels"));
        }
        MetadataField field = MetadataField.find(json, metadataAt(), LABELS);
        try {
            return field == null ? Map.of() : labelsOf(TreeParser.read(field.value(json, LABELS)));
        } catch (IOException damaged) {
            throw new UncheckedIOException("stored object " + key + " cannot be parsed", damaged);
        }
    }

    private static Map<String, String> labelsOf(JsonNode labels) {
        Map<String, String> all = HashMap.newHashMap(labels.size());
        labels.properties().forEach(e -> all.put(e.getKey(), e.getValue().asText()));
        return Map.copyOf(all);
    }

    private static int indexOf(byte[] text, byte[] word, int from) {
        outer:
        for (int i = from; i <= text.length - word.length; i++) {
            for (int j = 0; j < word.length; j++) {
                if (text[i + j] != word[j]) {
                    continue outer;
                }
            }
            return i;
        }
        throw new IllegalStateException(
                "stored object without " + new String(word, StandardCharsets.US_ASCII));
    }
}
