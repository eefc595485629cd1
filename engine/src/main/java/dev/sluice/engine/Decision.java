package dev.sluice.engine;

import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a cycle decided about one workload, with the whole reason as data.
///
/// The engine assumes at once that an `Admit` or `Preempt` is written. If a write fails it must be told
/// ([Event.AdmissionRefused], [Event.PreemptionRefused]).
public sealed interface Decision {

    WorkloadKey workload();

    /// The ClusterQueue in which it was looked at.
    String clusterQueue();

    /// Where the decision is deliberately not the peer's.
    Set<Deviation> deviations();

    /// Quota is reserved for the workload.
    ///
    /// @param podSets what `status.admission` says
    /// @param admitted whether it is admitted in the same write, since no admission check is open (R8.4)
    /// @param assignment how the flavors were chosen (R5.26)
    /// @param replaces the slice that is finished after this write (R9.19), or null
    record Admit(
            WorkloadKey workload,
            String clusterQueue,
            List<Reservation.PodSetReservation> podSets,
            boolean admitted,
            AssignmentReport assignment,
            @Nullable WorkloadKey replaces,
            Set<Deviation> deviations)
            implements Decision {
        public Admit {
            podSets = List.copyOf(podSets);
        }
    }

    /// Other workloads are evicted; this one waits for their quota.
    ///
    /// @param victims in the order in which they were chosen
    record Preempt(
            WorkloadKey workload,
            String clusterQueue,
            List<Victim> victims,
            AssignmentReport assignment,
            Set<Deviation> deviations)
            implements Decision {
        public Preempt {
            victims = List.copyOf(victims);
        }
    }

    /// A less favourable variant of the same workload is evicted for this one (R9.11).
    ///
    /// @param sibling the variant that is evicted
    /// @param alreadyEvicted it is on its way out, nothing is to be written
    record Migrate(
            WorkloadKey workload,
            String clusterQueue,
            WorkloadKey sibling,
            boolean alreadyEvicted,
            AssignmentReport assignment,
            Set<Deviation> deviations)
            implements Decision {}

    /// The workload stays pending.
    ///
    /// @param reason reason of `QuotaReserved` False; null means that nothing is to be written (R4.4 rule 9)
    record Pending(
            WorkloadKey workload,
            String clusterQueue,
            @Nullable PendingReason reason,
            PendingCause cause,
            Set<Deviation> deviations)
            implements Decision {}

    /// A workload that has to go.
    ///
    /// @param preemptorPath path of the preemptor's ClusterQueue in the quota tree: `/root/…/queue` (R6.21)
    /// @param preempteePath path of the victim's ClusterQueue
    /// @param alreadyEvicted it is on its way out, nothing is to be written (R6.20)
    record Victim(
            WorkloadKey workload,
            String clusterQueue,
            PreemptionReason reason,
            String preemptorPath,
            String preempteePath,
            boolean alreadyEvicted) {}
}
