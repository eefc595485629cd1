package dev.sluice.engine.spec;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The state of a workload as its object shows it.
///
/// @param reservation quota it holds, or null while it is pending
/// @param evicted condition `Evicted` True, or null
/// @param preempted condition `Preempted` True, or null
/// @param requeued value of condition `Requeued`, null if the condition is missing
/// @param requeueAt end of its backoff (R3.13), or null
/// @param checks states of its admission checks
/// @param openGates names of preemption gates whose position is Open
/// @param reclaimablePods pods of a pod set that are not needed any more, by pod set
/// @param podsReady condition `PodsReady` True
public record WorkloadStatus(
        boolean finished,
        @Nullable Reservation reservation,
        @Nullable Mark evicted,
        @Nullable Mark preempted,
        @Nullable Boolean requeued,
        @Nullable Instant requeueAt,
        List<Check> checks,
        Set<String> openGates,
        Map<String, Integer> reclaimablePods,
        boolean podsReady) {

    /// Nothing has happened yet.
    public static final WorkloadStatus NEW =
            new WorkloadStatus(
                    false, null, null, null, null, null, List.of(), Set.of(), Map.of(), false);

    /// A condition that is True.
    ///
    /// @param at its transition time
    public record Mark(String reason, Instant at) {}

    /// One admission check of the workload.
    public record Check(String name, CheckState state) {}

    /// State of an admission check (R8.5).
    public enum CheckState {
        PENDING,
        READY,
        RETRY,
        REJECTED
    }

    public WorkloadStatus {
        checks = List.copyOf(checks);
        openGates = Set.copyOf(openGates);
        reclaimablePods = Map.copyOf(reclaimablePods);
    }

    /// The same state with another reservation.
    public WorkloadStatus withReservation(@Nullable Reservation reservation) {
        return new WorkloadStatus(
                finished,
                reservation,
                evicted,
                preempted,
                requeued,
                requeueAt,
                checks,
                openGates,
                reclaimablePods,
                podsReady);
    }

    /// The same state with condition `Evicted` True.
    public WorkloadStatus withEvicted(@Nullable Mark evicted) {
        return new WorkloadStatus(
                finished,
                reservation,
                evicted,
                preempted,
                requeued,
                requeueAt,
                checks,
                openGates,
                reclaimablePods,
                podsReady);
    }
}
