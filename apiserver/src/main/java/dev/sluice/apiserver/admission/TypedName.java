package dev.sluice.apiserver.admission;

/// A group, a version, and the name of a kind or of a resource in them.
///
/// @param group empty for the core group
public record TypedName(String group, String version, String name) {
    /// `v1` or `batch/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }
}
