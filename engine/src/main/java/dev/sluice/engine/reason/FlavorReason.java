package dev.sluice.engine.reason;

import dev.sluice.model.Taint;

/// One thing that speaks against a flavor, or against the pod set in any flavor. Amounts are in canonical units.
public sealed interface FlavorReason {

    /// No resource group of the ClusterQueue covers the resource (R5.5).
    record Undeclared(String resource) implements FlavorReason {}

    /// The ResourceFlavor does not exist.
    record FlavorMissing(String flavor) implements FlavorReason {}

    /// A taint of the flavor is not tolerated.
    record Untolerated(String flavor, Taint taint) implements FlavorReason {}

    /// Node selector or affinity do not go with the flavor's labels.
    record AffinityMismatch(String flavor) implements FlavorReason {}

    /// The request exceeds what could ever be available (text A of R5.9).
    ///
    /// @param assumed what earlier pod sets of the workload take already
    /// @param request what this one asks for
    /// @param capacity the most that could ever be available
    /// @param node name of the ClusterQueue or cohort that sets the limit
    record ExceedsCapacity(
            String flavor, String resource, long assumed, long request, long capacity, String node)
            implements FlavorReason {}

    /// Too little is unused at the moment (text B of R5.9).
    ///
    /// @param missing how much more is needed
    /// @param node name of the ClusterQueue or cohort that lacks it
    record Short(String flavor, String resource, long missing, String node)
            implements FlavorReason {}

    /// It would fit only by borrowing, which the workload excludes (KEP-8729).
    ///
    /// @param amount how much it would have to borrow
    record CannotBorrow(String flavor, String resource, long amount) implements FlavorReason {}

    /// It is more than the ClusterQueue's own quota and the workload excludes borrowing (KEP-8729): it never fits as it is. What is
    /// in use plays no part, so the reason stays as it is while others come and go.
    ///
    /// @param amount how much it would have to borrow of an empty queue
    /// @param own the ClusterQueue's own quota
    record ExceedsOwnQuota(String flavor, String resource, long amount, long own)
            implements FlavorReason {}

    /// It would fit only by preempting, which the workload excludes (KEP-8729).
    ///
    /// @param missing how much others would have to give up
    record CannotPreempt(String flavor, String resource, long missing) implements FlavorReason {}

    /// Skipped during a recomputation because another flavor was nominated (R5.23).
    record NotNominated(String flavor, String resource) implements FlavorReason {}

    /// Skipped because the workload does not allow the flavor (R9.9).
    record NotAllowed(String flavor) implements FlavorReason {}

    /// The slice that is replaced runs on another flavor (R9.18).
    record SliceFlavorDiffers(String flavor, String original) implements FlavorReason {}

    /// The pod set wants topology-aware placement and the flavor has none, or the other way round (R5.7).
    ///
    /// @param wanted whether the pod set wants it
    record TopologyMismatch(String flavor, boolean wanted) implements FlavorReason {}
}
