package dev.sluice.controllers.queue;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.AdmissionFairSharingStatus;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.LocalQueueFairSharingStatus;
import dev.sluice.api.v1beta2.LocalQueueStatus;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.engine.QueueCounts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The status of a LocalQueue (A4.1, L4.14). Pure.
final class LocalQueueStatuses {
    private LocalQueueStatuses() {}

    /// @param clusterQueue the one that it leads to, or null when there is none
    /// @param known numbers of the engine; empty when it does not have the queue, because it is stopped
    /// @param consumed what its workloads have consumed; empty when nobody orders by that
    /// @param waiting how many workloads name the queue while its ClusterQueue does not exist
    static LocalQueueStatus of(
            LocalQueue queue,
            @Nullable ClusterQueue clusterQueue,
            Optional<QueueCounts> known,
            Optional<Map<String, BigDecimal>> consumed,
            int waiting,
            Instant now) {
        LocalQueueStatus present =
                queue.getStatus() == null ? LocalQueueStatus.empty() : queue.getStatus();
        QueueCounts counts = known.orElseGet(() -> new QueueCounts(0, 0, 0, 0, Map.of(), Map.of()));
        ClusterQueueSpec spec =
                clusterQueue == null || clusterQueue.getSpec() == null
                        ? ClusterQueueSpec.empty()
                        : clusterQueue.getSpec();
        return new LocalQueueStatus(
                Conditions.with(present.conditions(), active(queue, clusterQueue, now)),
                pending(queue, clusterQueue, counts, waiting),
                clusterQueue == null ? 0 : counts.reserving(),
                clusterQueue == null ? 0 : counts.admitted(),
                clusterQueue == null ? List.of() : Usage.ofLocalQueue(spec, counts.reserved()),
                clusterQueue == null ? List.of() : Usage.ofLocalQueue(spec, counts.used()),
                consumed.map(amounts -> fairSharing(present.fairSharing(), amounts, now))
                        .orElse(null));
    }

    /// L4.15; the time is that of the last change.
    private static LocalQueueFairSharingStatus fairSharing(
            @Nullable LocalQueueFairSharingStatus present,
            Map<String, BigDecimal> consumed,
            Instant now) {
        Map<String, Quantity> amounts = new TreeMap<>();
        consumed.forEach((resource, amount) -> amounts.put(resource, quantity(amount)));
        if (present != null
                && present.admissionFairSharingStatus() != null
                && present.admissionFairSharingStatus().consumedResources().equals(amounts)) {
            return present;
        }
        return new LocalQueueFairSharingStatus(
                0L, new AdmissionFairSharingStatus(amounts, Conditions.time(now)));
    }

    private static Quantity quantity(BigDecimal amount) {
        return new Quantity(
                new dev.sluice.model.Quantity(amount, dev.sluice.model.Quantity.Format.DECIMAL)
                        .toString());
    }

    private static int pending(
            LocalQueue queue,
            @Nullable ClusterQueue clusterQueue,
            QueueCounts counts,
            int waiting) {
        if (stopped(queue)) {
            return 0;
        }
        return clusterQueue == null ? waiting : counts.active() + counts.parked();
    }

    private static boolean stopped(LocalQueue queue) {
        return queue.getSpec() != null
                && queue.getSpec().stopPolicy() != null
                && queue.getSpec().stopPolicy() != StopPolicy.NONE;
    }

    private static Condition active(
            LocalQueue queue, @Nullable ClusterQueue clusterQueue, Instant now) {
        if (stopped(queue)) {
            return condition(queue, false, "Stopped", "LocalQueue is stopped", now);
        }
        if (clusterQueue == null) {
            return closed(queue, "ClusterQueueDoesNotExist", now);
        }
        boolean active =
                clusterQueue.getStatus() != null
                        && Conditions.isTrue(
                                clusterQueue.getStatus().conditions(), QueueConditions.ACTIVE);
        return active
                ? condition(queue, true, "Ready", "Can submit new workloads to localQueue", now)
                : closed(queue, "ClusterQueueIsInactive", now);
    }

    private static Condition closed(LocalQueue queue, String reason, Instant now) {
        return condition(queue, false, reason, "Can't submit new workloads to clusterQueue", now);
    }

    private static Condition condition(
            LocalQueue queue, boolean status, String reason, String message, Instant now) {
        Long generation = queue.getMetadata().getGeneration();
        return Conditions.condition(
                QueueConditions.ACTIVE,
                status,
                reason,
                message,
                generation == null ? 0 : generation,
                now);
    }
}
