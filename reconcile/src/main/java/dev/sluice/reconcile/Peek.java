package dev.sluice.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/// What a watch event says at first sight: which object in which state. Most events bring the answer to a write of ours
/// a second time, and need not be read further.
///
/// @param type `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`
record Peek(String type, Key key, long revision) {

    /// @param revision 0 when there is none
    record Metadata(String namespace, String name, long revision) {}

    /// Reads a frame as far as need be: what stands behind the metadata is left unread.
    static Peek of(JsonParser parser) throws IOException {
        String type = "";
        Metadata metadata = null;
        parser.nextToken();
        while ((type.isEmpty() || metadata == null) && parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "type" -> type = parser.getText();
                case "object" -> metadata = ofObject(parser, !type.isEmpty());
                default -> parser.skipChildren();
            }
        }
        return metadata == null
                ? new Peek(type, new Key("", ""), 0)
                : new Peek(
                        type, new Key(metadata.namespace(), metadata.name()), metadata.revision());
    }

    /// The revision of the object that the parser is in front of; what stands behind its metadata is left unread.
    static long revision(JsonParser parser) throws IOException {
        return parser.nextToken() == JsonToken.START_OBJECT ? ofObject(parser, true).revision() : 0;
    }

    /// @param last nothing but the metadata is wanted any more
    private static Metadata ofObject(JsonParser parser, boolean last) throws IOException {
        Metadata metadata = new Metadata("", "", 0);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (!field.equals("metadata")) {
                parser.skipChildren();
                continue;
            }
            metadata = metadata(parser);
            if (last) {
                break;
            }
        }
        return metadata;
    }

    /// Reads the metadata that the parser stands at.
    static Metadata metadata(JsonParser parser) throws IOException {
        String namespace = "";
        String name = "";
        long revision = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "namespace" -> namespace = parser.getText();
                case "name" -> name = parser.getText();
                case "resourceVersion" ->
                        revision =
                                parser.getText().isEmpty() ? 0 : Long.parseLong(parser.getText());
                default -> parser.skipChildren();
            }
        }
        return new Metadata(namespace, name, revision);
    }
}
