package dev.sluice.apiserver.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.json.TreeWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object encoded before its revision is known. The encoding starts with apiVersion, kind and metadata, and the
/// revision is put at the start of metadata by the writer thread: encoding is work for the request's thread, the writer
/// only copies (H6.32).
///
/// @param json without `metadata.resourceVersion`
/// @param revisionAt where `"resourceVersion":"N",` belongs
/// @param object what was encoded, not to be changed any more below its metadata; null when reading the encoding would
///     give other nodes, or nobody will read it
public record Draft(String uid, byte[] json, int revisionAt, @Nullable ObjectNode object) {
    private static final byte[] LABEL =
            "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

    /// @param object with apiVersion, kind, and metadata that has at least one field besides resourceVersion; what its
    ///     fields and those of its metadata hold is not to be changed afterwards
    public static Draft of(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        String kind = object.path("kind").asText();
        TreeWriter json = new TreeWriter();
        json.sign('{');
        json.name("apiVersion");
        json.text(object.path("apiVersion").asText());
        json.name("kind");
        json.text(kind);
        json.name("metadata");
        json.sign('{');
        int revisionAt = json.size();
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            if (!field.getKey().equals("resourceVersion")) {
                json.name(field.getKey());
                json.write(field.getValue());
            }
        }
        json.sign('}');
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            switch (field.getKey()) {
                case "apiVersion", "kind", "metadata" -> {}
                default -> {
                    json.name(field.getKey());
                    json.write(field.getValue());
                }
            }
        }
        json.sign('}');
        // an event is hardly ever looked at again
        boolean kept = json.isReadBackEqual() && !kind.equals("Event");
        return new Draft(
                metadata.path("uid").asText(), json.done(), revisionAt, kept ? object : null);
    }

    /// What reading the encoding at a revision gives, fields in its order; null when that is not known without reading.
    @Nullable ObjectNode treeAt(long revision) {
        if (object == null || !(object.get("metadata") instanceof ObjectNode metadata)) {
            return null;
        }
        ObjectNode tree = object.objectNode();
        tree.put("apiVersion", object.path("apiVersion").asText());
        tree.put("kind", object.path("kind").asText());
        ObjectNode revised = tree.putObject("metadata");
        revised.put("resourceVersion", Long.toString(revision));
        for (Map.Entry<String, JsonNode> field : metadata.properties()) {
            if (!field.getKey().equals("resourceVersion")) {
                revised.set(field.getKey(), field.getValue());
            }
        }
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            tree.putIfAbsent(field.getKey(), field.getValue());
        }
        return tree;
    }

    /// The encoding with its revision in place.
    byte[] at(long revision) {
        return splice(json, revisionAt, revisionAt, revision);
    }

    /// Puts a revision into `json` in place of what stands between two offsets.
    static byte[] splice(byte[] json, int from, int to, long revision) {
        byte[] number = Long.toString(revision).getBytes(StandardCharsets.US_ASCII);
        int inserted = LABEL.length + number.length + 2;
        byte[] all = new byte[json.length - (to - from) + inserted];
        System.arraycopy(json, 0, all, 0, from);
        System.arraycopy(LABEL, 0, all, from, LABEL.length);
        System.arraycopy(number, 0, all, from + LABEL.length, number.length);
        all[from + inserted - 2] = '"';
        all[from + inserted - 1] = ',';
        System.arraycopy(json, to, all, from + inserted, json.length - to);
        return all;
    }
}
