package dev.sluice.controllers.queue;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.QueueConditions;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.ClusterQueueStatus;
import dev.sluice.api.v1beta2.FairSharingStatus;
import dev.sluice.controllers.queueing.QueueReport;
import dev.sluice.engine.QueueCounts;
import dev.sluice.engine.reason.QueueStatus.Inactive;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/// The status of a ClusterQueue (A3.7, A3.9). Pure.
final class ClusterQueueStatuses {
    private ClusterQueueStatuses() {}

    /// @param fairSharing shares are reported
    static ClusterQueueStatus of(
            ClusterQueue queue, QueueReport report, boolean fairSharing, Instant now) {
        ClusterQueueStatus present =
                queue.getStatus() == null ? ClusterQueueStatus.empty() : queue.getStatus();
        ClusterQueueSpec spec =
                queue.getSpec() == null ? ClusterQueueSpec.empty() : queue.getSpec();
        QueueCounts counts = report.counts();
        return new ClusterQueueStatus(
                Conditions.with(present.conditions(), active(queue, report, now)),
                Usage.ofClusterQueue(spec, counts.reserved()),
                Usage.ofClusterQueue(spec, counts.used()),
                counts.active() + counts.parked(),
                counts.reserving(),
                counts.admitted(),
                fairSharing ? new FairSharingStatus(report.share()) : null);
    }

    private static Condition active(ClusterQueue queue, QueueReport report, Instant now) {
        long generation =
                queue.getMetadata().getGeneration() == null
                        ? 0
                        : queue.getMetadata().getGeneration();
        List<Inactive> named =
                report.status().inactive().stream()
                        .filter(inactive -> !part(inactive).isEmpty())
                        .toList();
        if (queue.getMetadata().getDeletionTimestamp() != null) {
            return condition(
                    false,
                    "Terminating",
                    "Can't admit new workloads; clusterQueue is terminating",
                    generation,
                    now);
        }
        return named.isEmpty()
                ? condition(true, "Ready", "Can admit new workloads", generation, now)
                : condition(
                        false,
                        named.getFirst().why().text(),
                        named.stream()
                                .map(ClusterQueueStatuses::part)
                                .collect(
                                        Collectors.joining(
                                                ", ", "Can't admit new workloads: ", ".")),
                        generation,
                        now);
    }

    /// What the message says about one reason; nothing about a cycle of cohorts, which only the log knows (L4.10).
    private static String part(Inactive inactive) {
        String names = String.join(",", inactive.names());
        return switch (inactive.why()) {
            case STOPPED -> "is stopped";
            case FLAVOR_NOT_FOUND -> "references missing ResourceFlavor(s): " + names;
            case ADMISSION_CHECK_NOT_FOUND -> "references missing AdmissionCheck(s): " + names;
            case ADMISSION_CHECK_INACTIVE -> "references inactive AdmissionCheck(s): " + names;
            case MULTIPLE_MULTIKUEUE_CHECKS ->
                    "Cannot use multiple MultiKueue AdmissionChecks on the same ClusterQueue, found: "
                            + names;
            case MULTIKUEUE_CHECK_PER_FLAVOR ->
                    "Cannot specify MultiKueue AdmissionCheck per flavor, found: " + names;
            case MULTIKUEUE_WITH_PROVISIONING ->
                    "Cannot use both MultiKueue and ProvisioningRequest AdmissionChecks together, found: "
                            + String.join(", ", inactive.names());
            case TERMINATING, COHORT_CYCLE -> "";
        };
    }

    private static Condition condition(
            boolean status, String reason, String message, long generation, Instant now) {
        return Conditions.condition(
                QueueConditions.ACTIVE, status, reason, message, generation, now);
    }
}
