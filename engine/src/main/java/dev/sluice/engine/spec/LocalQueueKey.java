package dev.sluice.engine.spec;

/// The name of a LocalQueue: namespace and name.
public record LocalQueueKey(String namespace, String name) implements Comparable<LocalQueueKey> {

    @Override
    public int compareTo(LocalQueueKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
    }

    /// `namespace/name`.
    @Override
    public String toString() {
        return namespace + "/" + name;
    }
}
