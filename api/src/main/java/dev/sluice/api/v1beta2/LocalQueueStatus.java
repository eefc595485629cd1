package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a LocalQueue is doing (A4, 4.2).
///
/// @param conditions what is the case with the object, one entry for each type
/// @param pendingWorkloads workloads that wait
/// @param reservingWorkloads workloads that hold quota
/// @param admittedWorkloads workloads that are admitted and not finished
/// @param flavorsReservation usage by workloads that hold quota
/// @param flavorsUsage usage by admitted workloads
/// @param fairSharing only with admission fair sharing
@ApiRecord
public record LocalQueueStatus(
        List<Condition> conditions,
        @Nullable Integer pendingWorkloads,
        @Nullable Integer reservingWorkloads,
        @Nullable Integer admittedWorkloads,
        List<LocalQueueFlavorUsage> flavorsReservation,
        List<LocalQueueFlavorUsage> flavorsUsage,
        @Nullable LocalQueueFairSharingStatus fairSharing) {

    public LocalQueueStatus {
        conditions = Frozen.list(conditions);
        flavorsReservation = Frozen.list(flavorsReservation);
        flavorsUsage = Frozen.list(flavorsUsage);
    }

    /// This value with another `conditions`.
    public LocalQueueStatus withConditions(List<Condition> conditions) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `pendingWorkloads`.
    public LocalQueueStatus withPendingWorkloads(@Nullable Integer pendingWorkloads) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `reservingWorkloads`.
    public LocalQueueStatus withReservingWorkloads(@Nullable Integer reservingWorkloads) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `admittedWorkloads`.
    public LocalQueueStatus withAdmittedWorkloads(@Nullable Integer admittedWorkloads) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `flavorsReservation`.
    public LocalQueueStatus withFlavorsReservation(List<LocalQueueFlavorUsage> flavorsReservation) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `flavorsUsage`.
    public LocalQueueStatus withFlavorsUsage(List<LocalQueueFlavorUsage> flavorsUsage) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// This value with another `fairSharing`.
    public LocalQueueStatus withFairSharing(@Nullable LocalQueueFairSharingStatus fairSharing) {
        return new LocalQueueStatus(
                conditions,
                pendingWorkloads,
                reservingWorkloads,
                admittedWorkloads,
                flavorsReservation,
                flavorsUsage,
                fairSharing);
    }

    /// The value in which nothing is set.
    public static LocalQueueStatus empty() {
        return new LocalQueueStatus(List.of(), null, null, null, List.of(), List.of(), null);
    }
}
