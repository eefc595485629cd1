package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.JsonFault;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.kind.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/// Decodes request bodies into objects of a kind: JSON, YAML, and protobuf for built-in kinds (H1.40), with unknown and
/// duplicate fields treated as `fieldValidation` says (H1.24).
final class Body {
    private static final String JSON = "application/json";
    private static final String YAML = "application/yaml";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private final TreeReader reader = new TreeReader();

    /// Decodes protobuf bodies (H1.41).
    interface Protobuf {
        /// @throws ApiError 400 or 415 when the body cannot be decoded
        ObjectNode decode(byte[] body, Kind kind);

        /// @throws ApiError 400 when the body is no DeleteOptions
        ObjectNode deleteOptions(byte[] body);
    }

    private final Protobuf protobuf;
    private final Versions versions;

    Body(Protobuf protobuf, Versions versions) {
        this.protobuf = protobuf;
        this.versions = versions;
    }

    /// What to do with unknown and duplicate fields.
    enum FieldValidation {
        IGNORE,
        WARN,
        STRICT
    }

    /// An object out of a body.
    ///
    /// @param warnings texts for `Warning` headers
    record Decoded(ObjectNode object, List<String> warnings) {}

    /// The media type of the body without parameters; JSON when none is given.
    static String mediaType(ApiRequest request) {
        String type = request.header("content-type");
        if (type == null || type.isBlank()) {
            return JSON;
        }
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon))
                .strip()
                .toLowerCase(Locale.ROOT);
    }

    /// The body as an object of `kind`.
    ///
    /// @throws ApiError 400 when it cannot be decoded, 415 for another media type
    Decoded object(ApiRequest request, Kind kind, FieldValidation validation) {
        String type = mediaType(request);
        if (type.equals(PROTOBUF) && kind.builtIn()) {
            ObjectNode decoded = protobuf.decode(request.body(), kind);
            BodyIdentity.check(decoded, kind, versions);
            return check(decoded, List.of(), kind, validation);
        }
        TreeReader.Read read = read(request.body(), type, kind);
        ObjectNode object = whole(read.tree(), request.body(), kind);
        try {
            BodyIdentity.check(object, kind, versions);
        } catch (ApiError error) {
            boolean known = versions.serves(object.path("apiVersion").asText(), kind);
            throw known || kind.builtIn() || validation != FieldValidation.WARN
                    ? error
                    : error.warned(problems(read.duplicates(), strange(object)));
        }
        return check(object, read.duplicates(), kind, validation);
    }

    /// Recorded: of a version that is not served no field is known but those of every object.
    private static List<String> strange(ObjectNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        names.removeAll(List.of("apiVersion", "kind", "metadata"));
        return names;
    }

    /// Recorded: `null` is an object without fields.
    private static ObjectNode whole(JsonNode tree, byte[] body, Kind kind) {
        return switch (tree) {
            case ObjectNode object -> object;
            case NullNode _ -> JsonNodeFactory.instance.objectNode();
            default -> throw UnrecognizedBody.noObject(tree, body, kind);
        };
    }

    /// The same checks for an object that a patch has made: what is wrong is 422 there (recorded: H1.24).
    Decoded patched(ObjectNode object, Kind kind, FieldValidation validation) {
        checkSameKind(object, kind);
        List<String> problems;
        try {
            problems = problems(List.of(), kind.rules().conform(object));
        } catch (BodyMismatch mismatch) {
            // Recorded: a refused patch comes without warnings.
            throw Problems.invalidPatch(object, mismatch.text());
        }
        if (validation == FieldValidation.STRICT && !problems.isEmpty()) {
            throw Problems.invalidPatch(
                    object, "strict decoding error: " + String.join(", ", problems));
        }
        return new Decoded(
                object, validation == FieldValidation.WARN ? problems : List.<String>of());
    }

    private static void checkSameKind(ObjectNode object, Kind kind) {
        boolean same =
                object.path("kind").asText().equals(kind.kind())
                        && object.path("apiVersion").asText().equals(kind.apiVersion());
        if (!same) {
            throw Problems.invalidPatch(
                    object,
                    "the patch makes it a "
                            + object.path("apiVersion").asText()
                            + " "
                            + object.path("kind").asText()
                            + ", expected "
                            + kind.apiVersion()
                            + " "
                            + kind.kind());
        }
    }

    /// The body of a server-side apply, JSON or YAML; unknown fields are the apply's business.
    ObjectNode configuration(ApiRequest request, Kind kind) {
        if (!(configuration(request.body()) instanceof ObjectNode object)) {
            throw undecodable(kind, kind.version(), "the body is no object");
        }
        String apiVersion = object.path("apiVersion").asText("");
        String name = object.path("kind").asText("");
        if (apiVersion.isEmpty() || name.isEmpty()) {
            String version = apiVersion.contains("/") ? apiVersion : "/" + apiVersion;
            throw ApiError.badRequest("invalid object type: " + version + ", Kind=" + name);
        }
        BodyIdentity.check(object, kind, versions);
        return object;
    }

    /// Reading JSON as what it is costs less; but what begins like JSON may be YAML in flow style.
    private JsonNode configuration(byte[] text) {
        if (text.length > 0 && text[0] == '{') {
            try {
                return reader.json(text).tree();
            } catch (JsonProcessingException _) {
                // Not JSON: the complaint, if any, is YAML's.
            } catch (IOException impossible) {
                throw new UncheckedIOException("reading from memory failed", impossible);
            }
        }
        try {
            return reader.yaml(text).tree();
        } catch (YAMLException malformed) {
            throw ApiError.badRequest(
                    "error decoding YAML: error converting YAML to JSON: "
                            + YamlReader.complaint(malformed));
        }
    }

    /// DeleteOptions: JSON, YAML or protobuf.
    ///
    /// @return null when there is no body
    @Nullable ObjectNode options(ApiRequest request) {
        if (request.body().length == 0) {
            return null;
        }
        String type = mediaType(request);
        if (type.equals(PROTOBUF)) {
            return protobuf.deleteOptions(request.body());
        }
        if (!(read(request.body(), type, null).tree() instanceof ObjectNode object)) {
            throw ApiError.badRequest("the body is no object");
        }
        return object;
    }

    private TreeReader.Read read(byte[] body, String type, @Nullable Kind kind) {
        try {
            TreeReader.Read read =
                    switch (type) {
                        case JSON -> reader.json(body);
                        case YAML -> reader.yaml(body);
                        default -> throw unsupported();
                    };
            if (read.tree().isMissingNode()) {
                throw UnrecognizedBody.ended(body, kind);
            }
            return read;
        } catch (JsonEOFException ended) {
            throw UnrecognizedBody.ended(body, kind);
        } catch (JsonProcessingException malformed) {
            String complaint = JsonSyntax.complaint(body);
            throw UnrecognizedBody.malformed(
                    complaint == null ? JsonFault.text(malformed) : complaint, body, kind);
        } catch (IOException impossible) {
            throw new UncheckedIOException("reading from memory failed", impossible);
        } catch (YAMLException malformed) {
            throw UnrecognizedBody.malformed(YamlReader.complaint(malformed), body, kind);
        }
    }

    private Decoded check(
            ObjectNode object, List<String> duplicates, Kind kind, FieldValidation validation) {
        List<String> problems;
        try {
            problems = problems(duplicates, kind.rules().conform(object));
        } catch (BodyMismatch mismatch) {
            throw undecodable(kind, kind.version(), mismatch.text()).warned(mismatch.places());
        }
        if (validation == FieldValidation.STRICT && !problems.isEmpty()) {
            throw undecodable(
                    kind, kind.version(), "strict decoding error: " + String.join(", ", problems));
        }
        return new Decoded(
                object, validation == FieldValidation.WARN ? problems : List.<String>of());
    }

    private static List<String> problems(List<String> duplicates, List<String> unknown) {
        List<String> problems = new ArrayList<>(duplicates);
        unknown.forEach(path -> problems.add("unknown field \"" + path + "\""));
        return problems;
    }

    private static ApiError undecodable(Kind kind, String version, String why) {
        return ApiError.badRequest(
                kind.kind()
                        + " in version \""
                        + version
                        + "\" cannot be handled as a "
                        + kind.kind()
                        + ": "
                        + why);
    }

    static ApiError unsupported() {
        return new ApiError(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + "application/json, application/yaml, application/vnd.kubernetes.protobuf",
                null);
    }
}
