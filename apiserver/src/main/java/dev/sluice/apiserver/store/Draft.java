package dev.sluice.apiserver.store;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// An object encoded before its revision is known. The encoding starts with apiVersion, kind and metadata, and the
/// revision is put at the start of metadata by the writer thread: encoding is work for the request's thread, the writer
/// only copies (H6.32).
///
/// @param json without `metadata.resourceVersion`
/// @param revisionAt where `"resourceVersion":"N",` belongs
public record Draft(String uid, byte[] json, int revisionAt) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final JsonFactory FACTORY = MAPPER.getFactory();
    private static final byte[] LABEL =
            "\"resourceVersion\":\"".getBytes(StandardCharsets.US_ASCII);

    /// @param object with apiVersion, kind, and metadata that has at least one field besides resourceVersion
    public static Draft of(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        try (ByteArrayBuilder out = new ByteArrayBuilder(2_048);
                JsonGenerator json = FACTORY.createGenerator(out, JsonEncoding.UTF8)) {
            json.writeStartObject();
            json.writeStringField("apiVersion", object.path("apiVersion").asText());
            json.writeStringField("kind", object.path("kind").asText());
            json.writeFieldName("metadata");
            json.writeStartObject();
            json.flush();
            int revisionAt = out.size();
            for (Map.Entry<String, JsonNode> field : metadata.properties()) {
                if (!field.getKey().equals("resourceVersion")) {
                    json.writeFieldName(field.getKey());
                    MAPPER.writeTree(json, field.getValue());
                }
            }
            json.writeEndObject();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                switch (field.getKey()) {
                    case "apiVersion", "kind", "metadata" -> {}
                    default -> {
                        json.writeFieldName(field.getKey());
                        MAPPER.writeTree(json, field.getValue());
                    }
                }
            }
            json.writeEndObject();
            json.flush();
            return new Draft(metadata.path("uid").asText(), out.toByteArray(), revisionAt);
        } catch (IOException impossible) {
            throw new UncheckedIOException("encoding to memory failed", impossible);
        }
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
