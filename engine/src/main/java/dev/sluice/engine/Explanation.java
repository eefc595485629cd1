package dev.sluice.engine;

import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.Holding;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Why a workload is where it is, and what would be decided about it if it were its turn now: the same code as the
/// decision itself, without its effects.
///
/// @param place where it stands in the queues
/// @param ahead how many workloads of its ClusterQueue come before it; 0 if it is not in the active queue
/// @param holdings what it holds, by flavor and resource; none without quota
/// @param outlook what would be decided
/// @param relaxed what would be if it had fewer constraints (KEP-8729); none unless it waits and has some
public record Explanation(
        WorkloadKey workload,
        Place place,
        int ahead,
        List<Holding> holdings,
        Outlook outlook,
        List<Relaxed> relaxed) {
    public Explanation {
        holdings = List.copyOf(holdings);
        relaxed = List.copyOf(relaxed);
    }

    /// What would be decided about a workload with fewer constraints.
    ///
    /// @param lifted those that it would not have
    public record Relaxed(AdmissionConstraints lifted, Outlook outlook) {}

    /// What would be decided about a workload.
    public sealed interface Outlook {}

    /// It is in no queue, so nothing would be decided.
    ///
    /// @param hold what holds it if the obstacle is HELD; null otherwise
    public record NotQueued(Obstacle obstacle, WorkloadSpec.@Nullable Hold hold)
            implements Outlook {
        /// Of one that nothing holds.
        public NotQueued(Obstacle obstacle) {
            this(obstacle, null);
        }
    }

    /// It would be refused before any flavor is looked at (R4.4).
    ///
    /// @param reason the reason of `QuotaReserved`, or null
    public record Refused(@Nullable PendingReason reason, PendingCause cause) implements Outlook {}

    /// It would be admitted at once, if no other workload takes its room in the same cycle.
    public record Fits(AssignmentReport assignment) implements Outlook {}

    /// It waits for something else than quota, whatever would fit.
    ///
    /// @param reason the reason of `QuotaReserved`
    /// @param by workloads that it waits for, sorted by name: those that are not ready yet (R4.18), or the variant of its own
    ///     that is admitted (R9.10, R9.11)
    /// @param assignment what it would get
    public record Blocked(
            PendingReason reason,
            PendingCause cause,
            List<WorkloadKey> by,
            AssignmentReport assignment)
            implements Outlook {
        public Blocked {
            by = List.copyOf(by);
        }
    }

    /// It would preempt, or be gated, or find nobody to preempt.
    ///
    /// @param victims who would have to go, in the order in which they were chosen; none if nobody suffices
    /// @param closedGates its closed preemption gates; it does not preempt while there are any (R9.2)
    /// @param searches who was looked at, for single resources first (R6.18) and then for all together
    /// @param rooms what the nodes from its ClusterQueue to the root have of each resource that lacks
    public record NeedsPreemption(
            AssignmentReport assignment,
            List<WorkloadKey> victims,
            List<String> closedGates,
            List<VictimSearch> searches,
            List<Room> rooms)
            implements Outlook {
        public NeedsPreemption {
            victims = List.copyOf(victims);
            closedGates = List.copyOf(closedGates);
            searches = List.copyOf(searches);
            rooms = List.copyOf(rooms);
        }
    }

    /// No flavor serves it.
    ///
    /// @param searches who was looked at for the flavors where preemption is allowed
    /// @param rooms what the nodes from its ClusterQueue to the root have of each resource that lacks
    public record NoFit(
            PendingReason reason,
            AssignmentReport assignment,
            List<VictimSearch> searches,
            List<Room> rooms)
            implements Outlook {
        public NoFit {
            searches = List.copyOf(searches);
            rooms = List.copyOf(rooms);
        }
    }

    /// Why a workload is in no queue (R3.2).
    public enum Obstacle {
        UNKNOWN_WORKLOAD,
        FINISHED,
        HOLDS_QUOTA,
        INACTIVE,
        /// Something else than its spec holds it back, see [WorkloadSpec.Hold].
        HELD,
        /// Its LocalQueue does not exist or is stopped.
        LOCAL_QUEUE_CLOSED,
        CLUSTER_QUEUE_MISSING
    }
}
