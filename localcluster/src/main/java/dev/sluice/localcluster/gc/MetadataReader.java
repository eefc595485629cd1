package dev.sluice.localcluster.gc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.apiserver.kind.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Reads what the collector needs out of watch frames and lists, and skips the rest unread.
final class MetadataReader {
    private static final JsonFactory JSON =
            new JsonFactoryBuilder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

    private final Kind kind;

    /// One frame of a watch.
    ///
    /// @param type `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`
    record Frame(String type, Owned object) {}

    MetadataReader(Kind kind) {
        this.kind = kind;
    }

    Frame frame(byte[] line) {
        try (JsonParser parser = JSON.createParser(line)) {
            String type = "";
            Owned object = null;
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "type" -> type = parser.getText();
                    case "object" -> object = object(parser, !type.isEmpty());
                    default -> parser.skipChildren();
                }
                if (object != null && !type.isEmpty()) {
                    break;
                }
            }
            return new Frame(type, object == null ? new Metadata().owned() : object);
        } catch (IOException broken) {
            throw new UncheckedIOException("a watch of " + kind.resource() + " is broken", broken);
        }
    }

    /// Reads an object that is alone.
    Owned one(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            parser.nextToken();
            return object(parser, true);
        } catch (IOException broken) {
            throw new UncheckedIOException("a " + kind.resource() + " is broken", broken);
        }
    }

    /// Reads a list.
    ///
    /// @return its revision
    String list(byte[] body, Consumer<Owned> sink) {
        try (JsonParser parser = JSON.createParser(body)) {
            String revision = "";
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("metadata")) {
                    revision = metadata(parser).revision;
                } else if (field.equals("items")
                        && parser.currentToken() == JsonToken.START_ARRAY) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        sink.accept(object(parser, false));
                    }
                } else {
                    parser.skipChildren();
                }
            }
            return revision;
        } catch (IOException broken) {
            throw new UncheckedIOException("a list of " + kind.resource() + " is broken", broken);
        }
    }

    /// @param last what stands behind the metadata is left unread
    private Owned object(JsonParser parser, boolean last) throws IOException {
        Metadata metadata = new Metadata();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("metadata")) {
                metadata = metadata(parser);
                if (last) {
                    break;
                }
            } else {
                parser.skipChildren();
            }
        }
        return metadata.owned();
    }

    private Metadata metadata(JsonParser parser) throws IOException {
        Metadata metadata = new Metadata();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                case "uid" -> metadata.uid = parser.getText();
                case "name" -> metadata.name = parser.getText();
                case "namespace" -> metadata.namespace = parser.getText();
                case "resourceVersion" -> metadata.revision = parser.getText();
                case "deletionTimestamp" -> metadata.deleting = true;
                case "finalizers" -> finalizers(parser, metadata.finalizers);
                case "ownerReferences" -> owners(parser, metadata.owners);
                default -> parser.skipChildren();
            }
        }
        return metadata;
    }

    private static void finalizers(JsonParser parser, List<String> finalizers) throws IOException {
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
            finalizers.add(parser.getText());
        }
    }

    private static void owners(JsonParser parser, List<Owned.Owner> owners) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            String uid = "";
            String apiVersion = "";
            String kind = "";
            String name = "";
            boolean blocks = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "uid" -> uid = parser.getText();
                    case "apiVersion" -> apiVersion = parser.getText();
                    case "kind" -> kind = parser.getText();
                    case "name" -> name = parser.getText();
                    case "blockOwnerDeletion" -> blocks = parser.getBooleanValue();
                    default -> parser.skipChildren();
                }
            }
            owners.add(new Owned.Owner(uid, apiVersion, kind, name, blocks));
        }
    }

    private final class Metadata {
        private String uid = "";
        private String name = "";
        private String namespace = "";
        private String revision = "";
        private boolean deleting;
        private final List<String> finalizers = new ArrayList<>(1);
        private final List<Owned.Owner> owners = new ArrayList<>(1);

        Owned owned() {
            return new Owned(
                    uid,
                    new ObjectRef(kind, namespace, name),
                    revision.isEmpty() ? 0 : Long.parseLong(revision),
                    owners,
                    deleting,
                    finalizers);
        }
    }
}
