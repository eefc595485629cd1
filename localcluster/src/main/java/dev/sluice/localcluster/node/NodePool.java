package dev.sluice.localcluster.node;

import java.util.Map;

/// The nodes `node-1` to `node-N` that a local cluster starts with.
///
/// @param count how many
/// @param cpu cores of each, as a quantity
/// @param memory of each, as a quantity
/// @param pods how many pods may run on each
/// @param labels of each, beside the usual ones of host name, system and architecture
public record NodePool(int count, String cpu, String memory, int pods, Map<String, String> labels) {
    /// Four nodes of 16 cores, 64 Gi and 110 pods.
    public static final NodePool DEFAULT = new NodePool(4, "16", "64Gi", 110, Map.of());

    public NodePool {
        labels = Map.copyOf(labels);
        if (count < 0) {
            throw new IllegalArgumentException("nodes is " + count + ", expected 0 or more");
        }
    }

    public NodePool withCount(int newCount) {
        return new NodePool(newCount, cpu, memory, pods, labels);
    }
}
