package dev.sluice.apiserver.store;

/// Where an object is stored.
///
/// @param resource `pods`, `jobs.batch`: the same for all versions of a kind
/// @param namespace empty for cluster-scoped objects
public record ObjectKey(String resource, String namespace, String name) {
    /// What objects of one resource are sorted by (H5.6).
    public String path() {
        return namespace + "/" + name;
    }
}
