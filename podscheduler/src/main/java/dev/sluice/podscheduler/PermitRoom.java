package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.queue.QueuedPod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pods that have a place and wait for permit plugins to let them go on (S3.2, rows 10 and 11).
final class PermitRoom {
    private final Map<String, Waiting> waitingByUid = new LinkedHashMap<>();
    private final Deque<Waiting> through = new ArrayDeque<>();

    /// A pod that waits.
    static final class Waiting {
        private final QueuedPod entry;
        private final Placement.Placed placed;
        private final Map<String, Instant> endByPlugin;
        private final Map<String, Duration> lengthByPlugin;
        private final List<ClusterEvent> since = new ArrayList<>();
        private final Instant entered;
        private @Nullable String rejectedBy;
        private String reason = "";

        Waiting(
                QueuedPod entry,
                Placement.Placed placed,
                Map<String, Duration> lengthByPlugin,
                Instant now) {
            this.entry = entry;
            this.placed = placed;
            this.lengthByPlugin = Map.copyOf(lengthByPlugin);
            this.entered = now;
            this.endByPlugin = new HashMap<>();
            lengthByPlugin.forEach((plugin, length) -> endByPlugin.put(plugin, now.plus(length)));
        }

        /// When it began to wait.
        Instant entered() {
            return entered;
        }

        QueuedPod entry() {
            return entry;
        }

        Placement.Placed placed() {
            return placed;
        }

        /// The plugin that does not let it go on; null when all do.
        @Nullable String rejectedBy() {
            return rejectedBy;
        }

        String reason() {
            return reason;
        }

        /// What happened since the pod was taken out of the queue.
        List<ClusterEvent> since() {
            return since;
        }
    }

    void enter(Waiting pod) {
        waitingByUid.put(pod.entry.pod().uid(), pod);
    }

    void happened(ClusterEvent event) {
        waitingByUid.values().forEach(pod -> pod.since.add(event));
    }

    void allow(String uid, String plugin) {
        Waiting pod = waitingByUid.get(uid);
        if (pod != null && pod.endByPlugin.remove(plugin) != null && pod.endByPlugin.isEmpty()) {
            waitingByUid.remove(uid);
            through.add(pod);
        }
    }

    void reject(String uid, String plugin, String reason) {
        Waiting pod = waitingByUid.remove(uid);
        if (pod != null) {
            pod.rejectedBy = plugin;
            pod.reason = reason;
            through.add(pod);
        }
    }

    /// The pod is gone.
    void remove(String uid) {
        waitingByUid.remove(uid);
        through.removeIf(pod -> pod.entry.pod().uid().equals(uid));
    }

    /// A pod that waits no longer, or null.
    @Nullable Waiting next(Instant now) {
        for (Waiting pod : List.copyOf(waitingByUid.values())) {
            pod.endByPlugin.forEach(
                    (plugin, end) -> {
                        if (!end.isAfter(now)) {
                            Duration length =
                                    pod.lengthByPlugin.getOrDefault(plugin, Duration.ZERO);
                            reject(
                                    pod.entry.pod().uid(),
                                    plugin,
                                    "rejected due to timeout after waiting "
                                            + length.toString()
                                                    .substring(2)
                                                    .toLowerCase(java.util.Locale.ROOT)
                                            + " at plugin "
                                            + plugin);
                        }
                    });
        }
        return through.poll();
    }

    /// When the first wait ends; null when nobody waits.
    @Nullable Instant nextDue() {
        Instant due = null;
        for (Waiting pod : waitingByUid.values()) {
            for (Instant end : pod.endByPlugin.values()) {
                due = due == null || end.isBefore(due) ? end : due;
            }
        }
        return due;
    }

    /// Pods that wait, or whose wait is just over.
    List<Waiting> inside() {
        List<Waiting> inside = new ArrayList<>(waitingByUid.values());
        inside.addAll(through);
        return inside;
    }
}
