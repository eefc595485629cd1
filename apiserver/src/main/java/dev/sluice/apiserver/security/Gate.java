package dev.sluice.apiserver.security;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.resource.Route;
import java.util.List;
import java.util.Locale;

/// Decides who may do what: members of `system:masters` everything, everybody the open paths, nobody else anything (H7.6).
public final class Gate {
    private Gate() {}

    /// @throws ApiError 403
    public static void check(
            ApiRequest request, User user, List<String> segments, KindRegistry.View view) {
        if (user.isMaster()) {
            return;
        }
        String first = segments.isEmpty() ? "" : segments.getFirst();
        switch (first) {
            case "version", "healthz", "livez", "readyz" -> {}
            case "api", "apis" -> refuseResource(request, user, segments, view);
            default -> throw nonResource(request, user);
        }
    }

    private static void refuseResource(
            ApiRequest request, User user, List<String> segments, KindRegistry.View view) {
        int depth = segments.getFirst().equals("api") ? 2 : 3;
        if (segments.size() <= depth
                || !(Route.find(view, segments) instanceof Route.Found.Resource(Route route))) {
            throw nonResource(request, user);
        }
        Kind kind = route.kind();
        String resource =
                route.subresource().isEmpty()
                        ? kind.plural()
                        : kind.plural() + "/" + route.subresource();
        String namespace =
                kind.namespaced()
                        ? route.namespace()
                        : kind.resource().equals("namespaces") ? route.name() : "";
        String where =
                namespace.isEmpty()
                        ? "at the cluster scope"
                        : "in the namespace \"" + namespace + "\"";
        String what =
                route.name().isEmpty()
                        ? kind.resource()
                        : kind.resource() + " \"" + route.name() + "\"";
        throw new ApiError(
                403,
                "Forbidden",
                what
                        + " is forbidden: User \""
                        + user.name()
                        + "\" cannot "
                        + verb(request, route)
                        + " resource \""
                        + resource
                        + "\" in API group \""
                        + kind.group()
                        + "\" "
                        + where,
                new ApiError.Details(
                        route.name(), kind.group(), kind.plural(), null, List.of(), 0));
    }

    private static String verb(ApiRequest request, Route route) {
        boolean collection = route.name().isEmpty();
        return switch (request.method()) {
            case "GET" -> request.flag("watch") ? "watch" : collection ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> collection ? "deletecollection" : "delete";
            default -> request.method().toLowerCase(Locale.ROOT);
        };
    }

    private static ApiError nonResource(ApiRequest request, User user) {
        return new ApiError(
                403,
                "Forbidden",
                "forbidden: User \""
                        + user.name()
                        + "\" cannot "
                        + request.method().toLowerCase(Locale.ROOT)
                        + " path \""
                        + request.path()
                        + "\"",
                new ApiError.Details(null, null, null, null, List.of(), 0));
    }
}
