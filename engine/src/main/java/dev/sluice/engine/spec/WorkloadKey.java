package dev.sluice.engine.spec;

/// The name of a workload: namespace and name.
public record WorkloadKey(String namespace, String name) implements Comparable<WorkloadKey> {

    /// The key written as `namespace/name`.
    ///
    /// @throws IllegalArgumentException if there is no slash
    public static WorkloadKey parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException(
                    "workload \"" + text + "\": expected namespace/name");
        }
        return new WorkloadKey(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(WorkloadKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// `namespace/name`.
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
