package dev.sluice.localcluster.node;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a node does next about one of its pods.
sealed interface PodStep {
    /// Nothing before `until`, or before something changes when that is null.
    record Wait(@Nullable Instant until) implements PodStep {}

    /// Write this patch of the pod's status.
    record Write(Map<String, Object> patch) implements PodStep {}

    /// The pod is at its end: delete it without grace.
    record Remove() implements PodStep {}
}
