package dev.sluice.engine.reason;

import dev.sluice.engine.spec.WorkloadKey;
import java.util.List;

/// Why a workload that was looked at stays pending.
public sealed interface PendingCause {

    /// No flavor serves it, even with preemption (R4.13 step 4).
    record NoFit(AssignmentReport assignment) implements PendingCause {}

    /// It may preempt, but there is nobody (enough) to preempt (R4.13 step 5).
    record NoCandidates(AssignmentReport assignment) implements PendingCause {}

    /// It would preempt, but one of its preemption gates is closed (R9.2).
    ///
    /// @param closedGates names of the closed gates
    /// @param victims whom it would preempt
    record Gated(List<String> closedGates, List<WorkloadKey> victims) implements PendingCause {
        public Gated {
            closedGates = List.copyOf(closedGates);
            victims = List.copyOf(victims);
        }
    }

    /// It fits once preemptions that another workload has started are complete (R4.13 step 7).
    record DeferredFit() implements PendingCause {}

    /// Its victims are victims of another workload of the same cycle (R4.13 step 8).
    record Overlap() implements PendingCause {}

    /// What it needs was given to another workload of the same cycle (R4.13 step 9).
    record NoLongerFits() implements PendingCause {}

    /// It fits, but admitted workloads are not ready yet (R4.18).
    record WaitsForPodsReady() implements PendingCause {}

    /// An admission check is Retry or Rejected (R4.4 rule 2).
    record ChecksFailed() implements PendingCause {}

    /// Its ClusterQueue does not take part (R4.4 rule 3).
    record QueueInactive() implements PendingCause {}

    /// Its ClusterQueue does not exist (R4.4 rule 4).
    record QueueMissing() implements PendingCause {}

    /// Its namespace does not exist (R4.4 rule 5).
    record NamespaceMissing() implements PendingCause {}

    /// The ClusterQueue is not open to its namespace (R4.4 rule 6).
    record NamespaceMismatch() implements PendingCause {}

    /// Its requests contradict its limits (R4.4 rule 7) or the LimitRanges of its namespace (rule 8).
    record RequestsInvalid(boolean limitRange, List<String> errors) implements PendingCause {
        public RequestsInvalid {
            errors = List.copyOf(errors);
        }
    }

    /// A more favourable variant is admitted (R9.10).
    record BetterVariantAdmitted(WorkloadKey variant) implements PendingCause {}

    /// A migration to this flavor is not wanted (R9.11).
    record BelowLastAcceptableFlavor() implements PendingCause {}
}
