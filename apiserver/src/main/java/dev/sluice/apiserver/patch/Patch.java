package dev.sluice.apiserver.patch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.JsonFault;
import dev.sluice.apiserver.json.Nesting;
import dev.sluice.apiserver.json.TreeParser;
import dev.sluice.apiserver.schema.Schema;
import java.io.IOException;

/// The body of a PATCH request, ready to be applied to an object: to the newest one, and again to a newer one when a
/// write came in between (H2.22).
///
/// What a patch makes of an object is not checked here: the caller decodes it like the body of a PUT (H3.2).
public sealed interface Patch permits JsonPatch, MergePatch, StrategicMergePatch {

    /// Applies the patch.
    ///
    /// @param object in the version of the request (H3.3); left as it is
    /// @param schema of the object; only the strategic merge patch looks at it
    /// @return a new tree
    /// @throws ApiError 422 or 500, as recorded, when the patch does not fit the object
    ObjectNode applyTo(ObjectNode object, Schema schema);

    /// The language of a patch body, by its content type (H1.44).
    enum Language {
        JSON,
        MERGE,
        STRATEGIC_MERGE
    }

    /// Reads a patch.
    ///
    /// @throws ApiError 400 when the body is not of this language, 413 when it has too many operations (H3.1)
    static Patch read(Language language, byte[] body) {
        return switch (language) {
            case JSON -> JsonPatch.of(Reader.parse(body, "error decoding patch: "));
            case MERGE -> MergePatch.of(Reader.parse(body, "error decoding patch: "));
            case STRATEGIC_MERGE -> StrategicMergePatch.of(Reader.parse(body, ""));
        };
    }

    /// Parses bodies, and says what is wrong with them in the words that clients of the API know.
    final class Reader {
        private static final ObjectMapper MAPPER = new ObjectMapper(Nesting.factory().build());

        private Reader() {}

        static JsonNode parse(byte[] body, String prefix) {
            JsonNode plain = TreeParser.plain(body);
            if (plain != null) {
                return plain;
            }
            try (JsonParser parser = MAPPER.createParser(body)) {
                JsonNode node = MAPPER.readTree(parser);
                if (node == null || node.isMissingNode()) {
                    throw ApiError.badRequest(prefix + "unexpected end of JSON input");
                }
                if (parser.nextToken() != null) {
                    throw ApiError.badRequest(
                            prefix + "invalid JSON: invalid character after top-level value");
                }
                return node;
            } catch (JsonEOFException e) {
                throw ApiError.badRequest(prefix + "unexpected end of JSON input");
            } catch (JsonProcessingException e) {
                throw ApiError.badRequest(prefix + "invalid JSON: " + JsonFault.text(e));
            } catch (IOException e) {
                throw new IllegalStateException("an array in memory cannot fail to be read", e);
            }
        }

        /// What Go calls the JSON type of a value that it could not take.
        static String goType(JsonNode node) {
            return switch (node.getNodeType()) {
                case OBJECT, POJO -> "object";
                case ARRAY -> "array";
                case STRING, BINARY -> "string";
                case NUMBER -> "number";
                case BOOLEAN -> "bool";
                case NULL, MISSING -> "null";
            };
        }
    }
}
