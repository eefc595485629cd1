package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.BodyMismatch;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Holds what a body says it is against the kind that the request's path names.
final class BodyIdentity {
    private static final String LIST = "List";

    private BodyIdentity() {}

    /// Puts in `apiVersion` and `kind` where the body has none.
    ///
    /// @throws ApiError 400 when the body says that it is something else, 422 for another custom kind
    static void check(ObjectNode object, Kind kind, Versions versions) {
        if (object.path("apiVersion").asText().isEmpty()) {
            object.put("apiVersion", kind.apiVersion());
        }
        if (object.path("kind").asText().isEmpty()) {
            object.put("kind", kind.kind());
        }
        String given = object.path("apiVersion").asText();
        String givenKind = object.path("kind").asText();
        if (!kind.builtIn()) {
            checkCustom(object, kind);
        } else if (!given.equals(kind.apiVersion()) || !givenKind.equals(kind.kind())) {
            throw ApiError.badRequest(
                    givenKind
                            + " in version \""
                            + version(given)
                            + "\" cannot be handled as a "
                            + kind.kind()
                            + ": "
                            + why(object, given, givenKind, kind, versions));
        }
    }

    /// A body of another kind is read as what it is; then it cannot become what is wanted.
    private static String why(
            ObjectNode object, String given, String givenKind, Kind kind, Versions versions) {
        Kind other = versions.named(given, givenKind);
        if (other != null && other.builtIn()) {
            try {
                other.rules().conform(object.deepCopy());
            } catch (BodyMismatch mismatch) {
                return mismatch.text();
            }
        }
        return (other != null && other.builtIn()) || isList(given, givenKind, versions)
                ? "converting ("
                        + version(given)
                        + "."
                        + givenKind
                        + ") to ("
                        + internalName(kind)
                        + "): unknown conversion"
                : "no kind \""
                        + givenKind
                        + "\" is registered for version \""
                        + given
                        + "\" in scheme \"pkg/runtime/scheme.go:111\"";
    }

    private static boolean isList(String apiVersion, String kind, Versions versions) {
        @Nullable Kind element =
                kind.endsWith(LIST)
                        ? versions.named(
                                apiVersion, kind.substring(0, kind.length() - LIST.length()))
                        : null;
        return element != null && element.builtIn();
    }

    private static String version(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }

    /// The name of a built-in kind without a version, `core.Pod`.
    static String internalName(Kind kind) {
        return BuiltInKinds.typeName(kind.group(), kind.kind());
    }

    /// Recorded: another kind is an invalid value, another version a bad request.
    private static void checkCustom(ObjectNode object, Kind kind) {
        String apiVersion = object.path("apiVersion").asText();
        String name = object.path("kind").asText();
        if (!apiVersion.equals(kind.apiVersion())) {
            throw ApiError.badRequest(
                    "the API version in the data ("
                            + apiVersion
                            + ") does not match the expected API version ("
                            + kind.apiVersion()
                            + ")");
        }
        if (!name.equals(kind.kind())) {
            throw ApiError.invalid(
                    kind.group(),
                    name,
                    object.path("metadata").path("name").asText(),
                    List.of(
                            new Cause(
                                    "FieldValueInvalid",
                                    "kind",
                                    "Invalid value: \"" + name + "\": must be " + kind.kind())));
        }
    }
}
