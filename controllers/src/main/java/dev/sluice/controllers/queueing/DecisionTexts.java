package dev.sluice.controllers.queueing;

import dev.sluice.engine.Decision;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Amounts;
import dev.sluice.model.Taint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The texts of decisions, for conditions and events (appendix B). Every text is made from the decision's data alone.
public final class DecisionTexts {
    private DecisionTexts() {}

    /// What `QuotaReserved` False says about a workload that stays pending.
    ///
    /// @param reason the condition's reason
    /// @param message the condition's message, and that of the event
    public record Pending(PendingReason reason, String message) {}

    /// Why the workload stays pending (R4.4, R4.20); nothing if its status is left as it is (R4.4 rule 9).
    public static Optional<Pending> pending(Decision.Pending decision) {
        PendingReason reason = decision.reason();
        return reason == null
                ? Optional.empty()
                : Optional.of(
                        new Pending(
                                reason,
                                message(
                                        decision.cause(),
                                        decision.workload(),
                                        decision.clusterQueue())));
    }

    /// What a workload waits for after it has evicted others (R4.20).
    public static Pending pending(Decision.Preempt decision) {
        return new Pending(
                PendingReason.WAITING_FOR_PREEMPTED_WORKLOADS,
                "%s. Pending the preemption of %d workload(s)"
                        .formatted(assignment(decision.assignment()), decision.victims().size()));
    }

    /// The same if no eviction could be written (R4.20).
    public static Pending preemptionFailed(Decision.Preempt decision) {
        return new Pending(
                PendingReason.WAITING_FOR_PREEMPTED_WORKLOADS,
                "%s. Preempting %d workload(s) failed, will retry."
                        .formatted(assignment(decision.assignment()), decision.victims().size()));
    }

    /// What a variant waits for when a less favourable one gives way to it (R4.20).
    public static Pending pending(Decision.Migrate decision) {
        return new Pending(
                PendingReason.WAITING_FOR_PREEMPTED_WORKLOADS,
                assignment(decision.assignment()) + ". Pending the migration of 1 workload(s)");
    }

    /// What a cause says about a workload of a ClusterQueue.
    public static String message(PendingCause cause, WorkloadKey workload, String queue) {
        return switch (cause) {
            case PendingCause.NoFit(AssignmentReport report) -> assignment(report);
            case PendingCause.NoCandidates(AssignmentReport report) -> assignment(report);
            case PendingCause.Gated _ -> "Workload requires preemption, but it's gated";
            case PendingCause.DeferredFit _ ->
                    "Workload has overlapping preemption targets with another workload, but will fit after these"
                            + " preemptions complete";
            case PendingCause.Overlap _ ->
                    "Workload has overlapping preemption targets with another workload";
            case PendingCause.NoLongerFits _ ->
                    "Workload no longer fits after processing another workload";
            case PendingCause.WaitsForPodsReady _ ->
                    "waiting for all admitted workloads to be in PodsReady condition";
            case PendingCause.ChecksFailed _ -> "The workload has failed admission checks";
            case PendingCause.QueueInactive _ -> "ClusterQueue " + queue + " is inactive";
            case PendingCause.QueueMissing _ -> "ClusterQueue " + queue + " not found";
            case PendingCause.NamespaceMissing _ ->
                    "workload namespace \"%s\" does not exist: namespaces \"%s\" not found"
                            .formatted(workload.namespace(), workload.namespace());
            case PendingCause.NamespaceMismatch _ ->
                    "workload namespace doesn't match ClusterQueue selector";
            case PendingCause.RequestsInvalid(boolean limitRange, List<String> errors) ->
                    (limitRange
                                    ? "resources didn't satisfy LimitRange constraints: "
                                    : "resources validation failed: ")
                            + aggregated(errors);
            case PendingCause.BetterVariantAdmitted _ ->
                    "A more favorable variant is already admitted";
            case PendingCause.BelowLastAcceptableFlavor _ ->
                    "Target flavor is below LastAcceptableFlavorName";
        };
    }

    /// Several errors in one text (R4.5).
    static String aggregated(List<String> errors) {
        return errors.size() == 1 ? errors.getFirst() : "[" + String.join(", ", errors) + "]";
    }

    /// Why pod sets got no flavor that fits (R5.25); empty if all fit.
    public static String assignment(AssignmentReport report) {
        List<String> parts = new ArrayList<>();
        for (PodSetReport podSet : report.podSets()) {
            if (podSet.error() != null) {
                return "failed to assign flavors to pod set %s: %s"
                        .formatted(podSet.name(), podSet.error());
            }
            if (podSet.mode() != Mode.FIT) {
                parts.add(
                        "couldn't assign flavors to pod set %s: %s"
                                .formatted(
                                        podSet.name(),
                                        String.join(", ", sorted(podSet.reasons()))));
            }
        }
        return String.join("; ", parts);
    }

    private static List<String> sorted(List<FlavorReason> reasons) {
        return reasons.stream().map(DecisionTexts::reason).sorted().toList();
    }

    /// What speaks against a flavor (L1.40).
    public static String reason(FlavorReason reason) {
        return switch (reason) {
            case FlavorReason.Undeclared(String resource) ->
                    "resource " + resource + " unavailable in ClusterQueue";
            case FlavorReason.FlavorMissing(String flavor) -> "flavor " + flavor + " not found";
            case FlavorReason.Untolerated(String flavor, Taint taint) ->
                    "untolerated taint {%s %s %s <nil>} in flavor %s"
                            .formatted(taint.key(), taint.value(), taint.effect().text(), flavor);
            case FlavorReason.AffinityMismatch(String flavor) ->
                    "flavor " + flavor + " doesn't match node affinity";
            case FlavorReason.ExceedsCapacity(
                            String flavor,
                            String resource,
                            long assumed,
                            long request,
                            long capacity,
                            String _) ->
                    ("insufficient quota for %s in flavor %s, previously considered podsets requests (%s) + current"
                                    + " podset request (%s) > maximum capacity (%s)")
                            .formatted(
                                    resource,
                                    flavor,
                                    Amounts.format(resource, assumed),
                                    Amounts.format(resource, request),
                                    Amounts.format(resource, capacity));
            case FlavorReason.Short(String flavor, String resource, long missing, String _) ->
                    "insufficient unused quota for %s in flavor %s, %s more needed"
                            .formatted(resource, flavor, Amounts.format(resource, missing));
            case FlavorReason.CannotBorrow(String flavor, String resource, long amount) ->
                    "would need to borrow %s %s in flavor %s; cannot-borrow is set"
                            .formatted(Amounts.format(resource, amount), resource, flavor);
            case FlavorReason.ExceedsOwnQuota(
                            String flavor,
                            String resource,
                            long amount,
                            long own) ->
                    ("would need to borrow %s %s in flavor %s; cannot-borrow is set, and its ClusterQueue owns %s in"
                                    + " all: it can never start with this request")
                            .formatted(
                                    Amounts.format(resource, amount),
                                    resource,
                                    flavor,
                                    Amounts.format(resource, own));
            case FlavorReason.CannotPreempt(String flavor, String resource, long missing) ->
                    "would need to preempt for %s %s in flavor %s; cannot-preempt is set"
                            .formatted(Amounts.format(resource, missing), resource, flavor);
            case FlavorReason.NotNominated(String flavor, String resource) ->
                    "skipping flavor %s as it is not found in the nomination mapping for resource %s"
                            .formatted(flavor, resource);
            case FlavorReason.NotAllowed(String flavor) ->
                    "skipping flavor "
                            + flavor
                            + " due to WorkloadAllowedResourceFlavorAnnotation annotation";
            case FlavorReason.SliceFlavorDiffers(String flavor, String original) ->
                    "could not assign %s flavor since the original workload is assigned: %s"
                            .formatted(flavor, original);
            case FlavorReason.TopologyMismatch(String flavor, boolean wanted) ->
                    wanted
                            ? "Flavor \"" + flavor + "\" does not support TopologyAwareScheduling"
                            : "Flavor \"" + flavor + "\" supports only TopologyAwareScheduling";
        };
    }

    /// The text after "Flavors considered: " (R5.26); empty if there is nothing to say.
    public static String flavorsConsidered(AssignmentReport report) {
        List<String> parts = new ArrayList<>();
        for (PodSetReport podSet : report.podSets()) {
            List<String> attempts =
                    podSet.attempts().stream()
                            .filter(a -> a.verdict() != Verdict.FIT || a.level() > 0)
                            .sorted(Comparator.comparing(FlavorAttempt::flavor))
                            .map(DecisionTexts::attempt)
                            .toList();
            if (!attempts.isEmpty()) {
                parts.add(podSet.name() + ": " + String.join(", ", attempts));
            }
        }
        return String.join(" | ", parts);
    }

    private static String attempt(FlavorAttempt attempt) {
        List<String> parts = new ArrayList<>();
        parts.add(
                switch (attempt.verdict()) {
                    case NO_FIT -> "NoFit";
                    case NO_CANDIDATES -> "preemptionMode=NoCandidates";
                    case PREEMPT -> "preemptionMode=Preempt";
                    case RECLAIM -> "preemptionMode=Reclaim";
                    case FIT -> "Fit";
                });
        if (attempt.level() > 0) {
            parts.add("borrow=" + attempt.level());
        }
        parts.addAll(sorted(attempt.reasons()));
        return attempt.flavor() + "(" + String.join(";", parts) + ")";
    }

    /// Who evicts and is evicted for what (R6.21): message of the victim's conditions.
    ///
    /// @param preemptorUid UID of the preemptor, may be empty
    /// @param preemptorJobUid UID of its job, may be empty
    public static String preempted(
            Decision.Victim victim, String preemptorUid, String preemptorJobUid) {
        return "Preempted to accommodate a workload (UID: %s, JobUID: %s) due to %s; preemptor path: %s; preemptee path: %s"
                .formatted(
                        known(preemptorUid),
                        known(preemptorJobUid),
                        human(victim.reason()),
                        known(victim.preemptorPath()),
                        known(victim.preempteePath()));
    }

    private static String human(PreemptionReason reason) {
        return switch (reason) {
            case IN_CLUSTER_QUEUE -> "prioritization in the ClusterQueue";
            case IN_COHORT_RECLAMATION -> "reclamation within the cohort";
            case IN_COHORT_FAIR_SHARING -> "Fair Sharing within the cohort";
            case IN_COHORT_RECLAIM_WHILE_BORROWING ->
                    "reclamation within the cohort while borrowing";
        };
    }

    private static String known(String text) {
        return text.isEmpty() ? "UNKNOWN" : text;
    }

    /// A priority as events show it.
    public record Priority(long base, long boost) {
        @Override
        public String toString() {
            return "%d (base: %d, boost: %d)".formatted(base + boost, base, boost);
        }
    }

    /// What is added to messages of events about a preemption (R6.21).
    public static String priorities(Priority preemptor, Priority preemptee) {
        return "preemptor effective priority: %s; preemptee effective priority: %s"
                .formatted(preemptor, preemptee);
    }

    /// Note of the preemptor's event about one victim (R6.21).
    public static String preemptedWorkload(
            Decision.Victim victim, String victimUid, Priority preemptor, Priority preemptee) {
        return "Preempted workload %s (UID: %s) in ClusterQueue %s; %s"
                .formatted(
                        victim.workload(),
                        victimUid,
                        victim.clusterQueue(),
                        priorities(preemptor, preemptee));
    }

    /// Note of the event about a reservation (R4.16).
    public static String quotaReserved(Decision.Admit decision, long waitSeconds) {
        String considered = flavorsConsidered(decision.assignment());
        return "Quota reserved in ClusterQueue %s, wait time since queued was %ds%s"
                .formatted(
                        decision.clusterQueue(),
                        waitSeconds,
                        considered.isEmpty() ? "" : "; Flavors considered: " + considered);
    }

    /// Note of the event about an admission (R4.16, L1.36).
    public static String admitted(String clusterQueue, long waitSeconds) {
        return "Admitted by ClusterQueue %s, wait time since reservation was %ds"
                .formatted(clusterQueue, waitSeconds);
    }

    /// Message of the old slice's condition `Finished` (R9.19).
    public static String sliceReplaced(String uid, String jobUid) {
        return "Replaced to accommodate a workload (UID: %s, JobUID: %s) due to workload slice aggregation"
                .formatted(known(uid), known(jobUid));
    }
}
