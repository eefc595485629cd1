package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;

/// What a reconciler is called for: an object's namespace and name.
///
/// @param namespace empty for a cluster-scoped object
public record Key(String namespace, String name) {

    public static Key of(HasMetadata object) {
        String namespace = object.getMetadata().getNamespace();
        return new Key(namespace == null ? "" : namespace, object.getMetadata().getName());
    }

    /// The key of a cluster-scoped object.
    public static Key cluster(String name) {
        return new Key("", name);
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
