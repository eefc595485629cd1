package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a ClusterQueue is doing (A3, 3.7).
///
/// @param conditions what is the case with the object, one entry for each type
/// @param flavorsReservation usage by workloads that hold quota
/// @param flavorsUsage usage by admitted workloads
/// @param pendingWorkloads workloads that wait
/// @param reservingWorkloads workloads that hold quota
/// @param admittedWorkloads workloads that are admitted and not finished
/// @param fairSharing only with fair sharing
@ApiRecord
public record ClusterQueueStatus(
        List<Condition> conditions,
        List<FlavorUsage> flavorsReservation,
        List<FlavorUsage> flavorsUsage,
        @Nullable Integer pendingWorkloads,
        @Nullable Integer reservingWorkloads,
        @Nullable Integer admittedWorkloads,
        @Nullable FairSharingStatus fairSharing) {

    public ClusterQueueStatus {
        conditions = Frozen.list(conditions);
        flavorsReservation = Frozen.list(flavorsReservation);
        flavorsUsage = Frozen.list(flavorsUsage);
    }

    /// This value with another `conditions`.
    public ClusterQueueStatus withConditions(List<Condition> conditions) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `flavorsReservation`.
    public ClusterQueueStatus withFlavorsReservation(List<FlavorUsage> flavorsReservation) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `flavorsUsage`.
    public ClusterQueueStatus withFlavorsUsage(List<FlavorUsage> flavorsUsage) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `pendingWorkloads`.
    public ClusterQueueStatus withPendingWorkloads(@Nullable Integer pendingWorkloads) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `reservingWorkloads`.
    public ClusterQueueStatus withReservingWorkloads(@Nullable Integer reservingWorkloads) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `admittedWorkloads`.
    public ClusterQueueStatus withAdmittedWorkloads(@Nullable Integer admittedWorkloads) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// This value with another `fairSharing`.
    public ClusterQueueStatus withFairSharing(@Nullable FairSharingStatus fairSharing) {
        return new ClusterQueueStatus(
                conditions,
                flavorsReservation,
                flavorsUsage,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                fairSharing);
    }

    /// The value in which nothing is set.
    public static ClusterQueueStatus empty() {
        return new ClusterQueueStatus(List.of(), List.of(), List.of(), null, null, null, null);
    }
}
