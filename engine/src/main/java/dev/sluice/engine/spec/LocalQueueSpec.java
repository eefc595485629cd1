package dev.sluice.engine.spec;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A LocalQueue: the door of a namespace into a ClusterQueue.
///
/// @param fairWeight weight under admission fair sharing, 1 by default
/// @param consumed usage that an earlier process has published, by resource in natural units, taken over once (R7.22); null if there is none
public record LocalQueueSpec(
        LocalQueueKey key,
        String clusterQueue,
        StopPolicy stopPolicy,
        double fairWeight,
        @Nullable Map<String, BigDecimal> consumed) {

    public static LocalQueueSpec of(String namespace, String name, String clusterQueue) {
        return new LocalQueueSpec(
                new LocalQueueKey(namespace, name), clusterQueue, StopPolicy.NONE, 1, null);
    }
}
