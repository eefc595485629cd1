package dev.sluice.podscheduler.cluster;

/// Pods that belong together, as far as the scheduler cares (S4.161).
///
/// @param minCount so many of them start together, or none; 0 when each may start alone (policy `basic`)
public record PodGroup(String namespace, String name, int minCount) {
    /// `namespace/name`.
    public String key() {
        return namespace + "/" + name;
    }
}
