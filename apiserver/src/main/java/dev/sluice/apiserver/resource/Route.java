package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a request goes (H1.20).
///
/// @param namespace empty for cluster-scoped kinds and for all namespaces
/// @param name empty for the collection
/// @param subresource empty for the object itself
public record Route(Kind kind, String namespace, String name, String subresource) {
    private static final String NO_RESOURCE = "the server could not find the requested resource";

    /// What a path means.
    public sealed interface Found {
        /// A resource.
        record Resource(Route route) implements Found {}

        /// Nothing, below a group version that is served: answered with a Status (H1.9).
        record Unknown() implements Found {}

        /// Nothing, and nothing is known of the group: answered with plain text (H1.9).
        record Elsewhere() implements Found {}
    }

    /// @param segments of the path, without empty ones: `api, v1, namespaces, default, pods`
    public static Found find(KindRegistry.View view, List<String> segments) {
        boolean core = segments.getFirst().equals("api");
        int start = core ? 2 : 3;
        if (segments.size() <= start) {
            return new Found.Elsewhere();
        }
        String group = core ? "" : segments.get(1);
        String version = segments.get(start - 1);
        Route route = find(view, group, version, segments.subList(start, segments.size()));
        if (route != null) {
            return new Found.Resource(route);
        }
        boolean builtIn =
                view.kinds().stream().anyMatch(k -> k.builtIn() && k.group().equals(group));
        boolean served = !view.kinds(group, version).isEmpty();
        return builtIn || served ? new Found.Unknown() : new Found.Elsewhere();
    }

    private static @Nullable Route find(
            KindRegistry.View view, String group, String version, List<String> rest) {
        if (rest.size() >= 3 && rest.getFirst().equals("namespaces")) {
            Kind kind = view.find(group, version, rest.get(2));
            if (kind != null && kind.namespaced()) {
                return of(kind, rest.get(1), rest.subList(2, rest.size()));
            }
        }
        Kind kind = view.find(group, version, rest.getFirst());
        if (kind == null || (kind.namespaced() && rest.size() > 1)) {
            return null;
        }
        return of(kind, "", rest);
    }

    private static @Nullable Route of(Kind kind, String namespace, List<String> rest) {
        return switch (rest.size()) {
            case 1 -> new Route(kind, namespace, "", "");
            case 2 -> new Route(kind, namespace, rest.get(1), "");
            case 3 -> new Route(kind, namespace, rest.get(1), rest.get(2));
            default -> null;
        };
    }

    /// 404 without a name.
    public static ApiError unknown() {
        return new ApiError(404, "NotFound", NO_RESOURCE, ApiError.Details.EMPTY);
    }

    /// 405.
    public static ApiError methodNotAllowed() {
        return new ApiError(
                405,
                "MethodNotAllowed",
                "the server does not allow this method on the requested resource",
                ApiError.Details.EMPTY);
    }

    Route withName(String newName) {
        return new Route(kind, namespace, newName, subresource);
    }

    Route withoutSubresource() {
        return new Route(kind, namespace, name, "");
    }

    ApiError notFound() {
        return ApiError.notFound(kind.group(), kind.plural(), name);
    }
}
