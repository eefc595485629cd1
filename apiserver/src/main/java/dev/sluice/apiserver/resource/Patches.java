package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.apply.ManagedFields;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.Patch;
import dev.sluice.apiserver.security.User;
import java.util.List;

/// Patches objects: JSON, merge and strategic merge patches, and server-side apply (H3).
final class Patches {
    static final String APPLY = "application/apply-patch+yaml";
    private static final String JSON = "application/json-patch+json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    private final Writes writes;
    private final Creates creates;
    private final Updates updates;
    private final Body body;

    Patches(Writes writes, Creates creates, Updates updates, Body body) {
        this.writes = writes;
        this.creates = creates;
        this.updates = updates;
        this.body = body;
    }

    ApiResponse patch(ApiRequest request, Route route, User user) {
        Form form = Form.negotiate(request, route);
        String type = Body.mediaType(request);
        checkType(type, route.kind());
        WriteOptions options =
                WriteOptions.of(
                        request, "PatchOptions", route.subresource(), writes.clock().instant());
        return switch (type) {
            case APPLY -> apply(request, route, user, options, form);
            case JSON -> patch(Patch.Language.JSON, request, route, user, options, form);
            case MERGE -> patch(Patch.Language.MERGE, request, route, user, options, form);
            default -> patch(Patch.Language.STRATEGIC_MERGE, request, route, user, options, form);
        };
    }

    private ApiResponse patch(
            Patch.Language language,
            ApiRequest request,
            Route route,
            User user,
            WriteOptions options,
            Form form) {
        Patch patch = Patch.read(language, request.body());
        return updates.update(
                route,
                user,
                options,
                form,
                old -> {
                    ObjectNode object = patch.applyTo(old, route.kind().schema());
                    Body.Decoded decoded = body.patched(object, route.kind(), options.validation());
                    checkIdentity(route, object, old);
                    return decoded;
                },
                true);
    }

    private ApiResponse apply(
            ApiRequest request, Route route, User user, WriteOptions options, Form form) {
        Kind kind = route.kind();
        ObjectNode wanted = body.configuration(request, kind);
        checkName(route, wanted);
        Metadata.checkNamespace(wanted, route);
        Metadata.of(wanted).put("name", route.name());
        boolean exists = writes.store().snapshot().get(Reads.key(route)) != null;
        if (!exists && route.subresource().isEmpty()) {
            return applyNew(route, user, options, form, wanted);
        }
        return updates.update(
                route,
                user,
                options,
                form,
                old -> {
                    checkRevision(route, wanted, old);
                    ObjectNode merged =
                            ManagedFields.apply(
                                    kind,
                                    writes.versions().others(kind),
                                    old,
                                    wanted,
                                    options.author(),
                                    options.force());
                    return body.patched(merged, kind, options.validation());
                },
                false);
    }

    private ApiResponse applyNew(
            Route route, User user, WriteOptions options, Form form, ObjectNode wanted) {
        Kind kind = route.kind();
        if (!Metadata.text(wanted, "uid").isEmpty()) {
            throw ApiError.conflict(
                    kind.group(),
                    kind.plural(),
                    route.name(),
                    "uid mismatch: the provided object specified uid "
                            + Metadata.text(wanted, "uid")
                            + ", and no existing object was found");
        }
        ObjectNode merged =
                ManagedFields.apply(
                        kind,
                        writes.versions().others(kind),
                        null,
                        wanted,
                        options.author(),
                        options.force());
        // recorded: there is nothing yet that a revision could be compared with
        Metadata.of(merged).remove("resourceVersion");
        Metadata.placeInNamespace(merged, route);
        Body.Decoded decoded = body.patched(merged, kind, options.validation());
        return creates.create(decoded, route, user, options, form, false);
    }

    private static void checkRevision(Route route, ObjectNode wanted, ObjectNode old) {
        String revision = Metadata.text(wanted, "resourceVersion");
        if (!revision.isEmpty() && !revision.equals(Metadata.text(old, "resourceVersion"))) {
            throw Problems.modified(route.kind(), route.name());
        }
    }

    private static void checkName(Route route, ObjectNode wanted) {
        String name = Metadata.text(wanted, "name");
        if (!name.isEmpty() && !name.equals(route.name())) {
            throw ApiError.badRequest(
                    "the name of the object ("
                            + name
                            + ") does not match the name on the URL ("
                            + route.name()
                            + ")");
        }
    }

    /// A patch may not make an object another one (H2.22, recorded: 422 for the uid).
    private static void checkIdentity(Route route, ObjectNode object, ObjectNode old) {
        checkName(route, object);
        Metadata.placeInNamespace(object, route);
        String uid = Metadata.text(object, "uid");
        if (!uid.isEmpty() && !uid.equals(Metadata.text(old, "uid"))) {
            Cause immutable =
                    new Cause(
                            "FieldValueInvalid",
                            "metadata.uid",
                            "Invalid value: \"" + uid + "\": field is immutable");
            // recorded: the peer checks the metadata of built-in kinds twice, and says so
            throw ApiError.invalid(
                    route.kind().group(),
                    route.kind().kind(),
                    route.name(),
                    route.kind().builtIn() ? List.of(immutable, immutable) : List.of(immutable));
        }
    }

    private static void checkType(String type, Kind kind) {
        boolean known =
                switch (type) {
                    case APPLY, JSON, MERGE -> true;
                    case STRATEGIC -> kind.builtIn();
                    default -> false;
                };
        if (known) {
            return;
        }
        if (kind.builtIn()) {
            throw new ApiError(
                    415,
                    "UnsupportedMediaType",
                    "415: Unsupported Media Type",
                    ApiError.Details.EMPTY);
        }
        throw new ApiError(
                415,
                "UnsupportedMediaType",
                "the body of the request was in an unknown format - accepted media types include: "
                        + String.join(", ", JSON, MERGE, APPLY),
                null);
    }
}
