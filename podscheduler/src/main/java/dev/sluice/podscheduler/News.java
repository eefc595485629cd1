package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.EventKind;
import java.time.Instant;

/// Tells those who wait that a pod on a node came or went.
@FunctionalInterface
interface News {
    void happened(EventKind kind, Pod pod, String node, Instant now);
}
