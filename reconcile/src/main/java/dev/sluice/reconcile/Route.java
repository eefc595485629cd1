package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import org.jspecify.annotations.Nullable;

/// Where the objects of one kind are found on a server.
///
/// @param root `/api/v1`, `/apis/batch/v1`
/// @param plural `pods`
record Route(String root, String plural, boolean namespaced) {

    static Route of(Class<? extends HasMetadata> kind) {
        String group = HasMetadata.getGroup(kind);
        String version = HasMetadata.getVersion(kind);
        return new Route(
                group == null || group.isEmpty()
                        ? "/api/" + version
                        : "/apis/" + group + "/" + version,
                HasMetadata.getPlural(kind),
                Namespaced.class.isAssignableFrom(kind));
    }

    /// @param namespace null or empty for all namespaces
    String collection(@Nullable String namespace) {
        return !namespaced || namespace == null || namespace.isEmpty()
                ? root + "/" + plural
                : root + "/namespaces/" + namespace + "/" + plural;
    }

    /// @param subresource empty for the object itself
    String object(Key key, String subresource) {
        String path = collection(key.namespace()) + "/" + key.name();
        return subresource.isEmpty() ? path : path + "/" + subresource;
    }
}
