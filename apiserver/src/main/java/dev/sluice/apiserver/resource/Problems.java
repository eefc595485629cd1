package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Refusals that several operations share.
final class Problems {
    private static final String MODIFIED =
            "the object has been modified; please apply your changes to the latest version and try again";

    private Problems() {}

    /// 422 for an option (H1.23).
    ///
    /// @param options `CreateOptions`, `PatchOptions`, …
    static ApiError badOption(String options, String reason, String field, String message) {
        return ApiError.invalid(
                "meta.k8s.io", options, "", List.of(new Cause(reason, field, message)));
    }

    /// 422 on the whole patch; the peer names neither kind nor object here.
    static ApiError invalidPatch(ObjectNode object, String why) {
        return ApiError.invalid(
                "",
                "",
                "",
                List.of(
                        new Cause(
                                "FieldValueInvalid",
                                "patch",
                                "Invalid value: " + quote(object.toString()) + ": " + why)));
    }

    /// 409: somebody else was faster (H1.47).
    static ApiError modified(Kind kind, String name) {
        return ApiError.conflict(kind.group(), kind.plural(), name, MODIFIED);
    }

    /// 409 for a uid that is not the object's, found when the object was about to be stored.
    static ApiError otherUid(Route route, String wanted, @Nullable String actual) {
        Kind kind = route.kind();
        String place = kind.builtIn() ? kind.plural() : kind.group() + "/" + kind.plural();
        return ApiError.conflict(
                kind.group(),
                kind.plural(),
                route.name(),
                "StorageError: invalid object, Code: 4, Key: /registry/"
                        + place
                        + (kind.namespaced() ? "/" + route.namespace() : "")
                        + "/"
                        + route.name()
                        + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in"
                        + " precondition: "
                        + wanted
                        + ", UID in object meta: "
                        + actual);
    }

    /// 422 with these causes, when there are any.
    static void refuse(Kind kind, String name, List<Cause> causes) {
        if (!causes.isEmpty()) {
            throw ApiError.invalid(kind.group(), kind.kind(), name, causes);
        }
    }

    private static String quote(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
