package dev.sluice.localcluster.gc;

import dev.sluice.apiserver.kind.Kind;

/// Where an object of any kind is found.
///
/// @param namespace empty for cluster-scoped objects
record ObjectRef(Kind kind, String namespace, String name) {
    /// The object's own path.
    String path() {
        return collection(kind, namespace) + "/" + name;
    }

    /// The path of all objects of a kind.
    ///
    /// @param namespace empty for all namespaces
    static String collection(Kind kind, String namespace) {
        String root = kind.group().isEmpty() ? "/api/" : "/apis/" + kind.group() + "/";
        String scope = namespace.isEmpty() ? "" : "/namespaces/" + namespace;
        return root + kind.version() + scope + "/" + kind.plural();
    }
}
