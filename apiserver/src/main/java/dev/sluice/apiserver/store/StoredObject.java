package dev.sluice.apiserver.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    /// Keys of managed fields name uids, so no two objects have the same ones: a table of known names would be copied with
    /// each object, and parsing take three times as long.
    private static final ObjectMapper MAPPER =
            new ObjectMapper(
                    new JsonFactoryBuilder()
                            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                            .build());

    private static final byte[] METADATA = {'"', 'm', 'e', 't', 'a', 'd', 'a', 't', 'a', '"'};
    private static final byte[] MANAGED_FIELDS =
            "\"managedFields\"".getBytes(StandardCharsets.US_ASCII);
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
        WeakReference<ObjectNode> reference = tree;
        ObjectNode known = reference == null ? null : reference.get();
        if (known == null) {
            known = copy();
            tree = new WeakReference<>(known);
        }
        return known;
    }

    /// The parsed object, the caller's own.
    public ObjectNode copy() {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException damaged) {
            throw new UncheckedIOException("stored object " + key + " cannot be parsed", damaged);
        }
    }

    /// The same content at another revision: what a DELETED event shows (H5.2).
    public StoredObject at(long newRevision) {
        int from = indexOf(json, REVISION, 0);
        int to = from + REVISION.length + Long.toString(revision).length() + 2;
        return new StoredObject(key, uid, newRevision, Draft.splice(json, from, to, newRevision));
    }

    /// Reads no further than the labels, which stand in metadata, before spec and status.
    private Map<String, String> readLabels() {
        int start = metadataAt() + METADATA.length + 1;
        try (JsonParser parser =
                MAPPER.getFactory().createParser(json, start, json.length - start)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("labels")) {
                    return labelsOf(MAPPER.<JsonNode>readTree(parser));
                }
                parser.skipChildren();
            }
            return Map.of();
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
