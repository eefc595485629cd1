package dev.sluice.engine.recorded;

import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.List;

/// The peer's texts for the reasons of decisions (R4.20, R5.25, R5.26).
final class Texts {

    private Texts() {}

    static String message(AssignmentReport report) {
        List<String> parts = new ArrayList<>();
        for (PodSetReport podSet : report.podSets()) {
            if (podSet.error() != null) {
                return "failed to assign flavors to pod set "
                        + podSet.name()
                        + ": "
                        + podSet.error();
            }
            if (podSet.mode() != Mode.FIT) {
                parts.add(
                        "couldn't assign flavors to pod set "
                                + podSet.name()
                                + ": "
                                + String.join(", ", sorted(podSet.reasons())));
            }
        }
        return String.join("; ", parts);
    }

    static String considered(AssignmentReport report) {
        List<String> parts = new ArrayList<>();
        for (PodSetReport podSet : report.podSets()) {
            List<FlavorAttempt> attempts = new ArrayList<>(podSet.attempts());
            attempts.removeIf(a -> a.verdict() == Verdict.FIT && a.level() == 0);
            attempts.sort((a, b) -> a.flavor().compareTo(b.flavor()));
            if (!attempts.isEmpty()) {
                parts.add(
                        podSet.name()
                                + ": "
                                + String.join(
                                        ", ", attempts.stream().map(Texts::attempt).toList()));
            }
        }
        return String.join(" | ", parts);
    }

    private static String attempt(FlavorAttempt attempt) {
        List<String> parts = new ArrayList<>();
        parts.add(
                switch (attempt.verdict()) {
                    case FIT -> "Fit";
                    case NO_FIT -> "NoFit";
                    case NO_CANDIDATES -> "preemptionMode=NoCandidates";
                    case PREEMPT -> "preemptionMode=Preempt";
                    case RECLAIM -> "preemptionMode=Reclaim";
                });
        if (attempt.level() > 0) {
            parts.add("borrow=" + attempt.level());
        }
        parts.addAll(sorted(attempt.reasons()));
        return attempt.flavor() + "(" + String.join(";", parts) + ")";
    }

    private static List<String> sorted(List<FlavorReason> reasons) {
        return reasons.stream().map(Texts::text).sorted().toList();
    }

    static String text(FlavorReason reason) {
        return switch (reason) {
            case FlavorReason.Undeclared r ->
                    "resource " + r.resource() + " unavailable in ClusterQueue";
            case FlavorReason.FlavorMissing r -> "flavor " + r.flavor() + " not found";
            case FlavorReason.Untolerated r ->
                    "untolerated taint {%s %s %s <nil>} in flavor %s"
                            .formatted(
                                    r.taint().key(),
                                    r.taint().value(),
                                    r.taint().effect().text(),
                                    r.flavor());
            case FlavorReason.AffinityMismatch r ->
                    "flavor " + r.flavor() + " doesn't match node affinity";
            case FlavorReason.ExceedsCapacity r ->
                    ("insufficient quota for %s in flavor %s, previously considered podsets requests"
                                    + " (%s) + current podset request (%s) > maximum capacity (%s)")
                            .formatted(
                                    r.resource(),
                                    r.flavor(),
                                    Amounts.format(r.resource(), r.assumed()),
                                    Amounts.format(r.resource(), r.request()),
                                    Amounts.format(r.resource(), r.capacity()));
            case FlavorReason.Short r ->
                    "insufficient unused quota for %s in flavor %s, %s more needed"
                            .formatted(
                                    r.resource(),
                                    r.flavor(),
                                    Amounts.format(r.resource(), r.missing()));
            case FlavorReason.NotNominated r ->
                    "skipping flavor %s as it is not found in the nomination mapping for resource %s"
                            .formatted(r.flavor(), r.resource());
            case FlavorReason.NotAllowed r ->
                    "skipping flavor %s due to WorkloadAllowedResourceFlavorAnnotation annotation"
                            .formatted(r.flavor());
            case FlavorReason.SliceFlavorDiffers r ->
                    "could not assign %s flavor since the original workload is assigned: %s"
                            .formatted(r.flavor(), r.original());
            case FlavorReason.TopologyMismatch r -> r.toString();
            case FlavorReason.CannotBorrow r -> r.toString();
            case FlavorReason.CannotPreempt r -> r.toString();
        };
    }

    static String message(PendingCause cause, String queue, String namespace) {
        return switch (cause) {
            case PendingCause.NoFit c -> message(c.assignment());
            case PendingCause.NoCandidates c -> message(c.assignment());
            case PendingCause.Gated _ -> "Workload requires preemption, but it's gated";
            case PendingCause.DeferredFit _ ->
                    "Workload has overlapping preemption targets with another workload, but will fit"
                            + " after these preemptions complete";
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
                    "workload namespace \"" + namespace + "\" does not exist";
            case PendingCause.NamespaceMismatch _ ->
                    "workload namespace doesn't match ClusterQueue selector";
            case PendingCause.RequestsInvalid c ->
                    (c.limitRange()
                                    ? "resources didn't satisfy LimitRange constraints: "
                                    : "resources validation failed: ")
                            + (c.errors().size() == 1
                                    ? c.errors().getFirst()
                                    : "[" + String.join(", ", c.errors()) + "]");
            case PendingCause.BetterVariantAdmitted _ ->
                    "A more favorable variant is already admitted";
            case PendingCause.BelowLastAcceptableFlavor _ ->
                    "Target flavor is below LastAcceptableFlavorName";
        };
    }

    static String right(PreemptionReason reason) {
        return switch (reason) {
            case IN_CLUSTER_QUEUE -> "prioritization in the ClusterQueue";
            case IN_COHORT_RECLAMATION -> "reclamation within the cohort";
            case IN_COHORT_FAIR_SHARING -> "Fair Sharing within the cohort";
            case IN_COHORT_RECLAIM_WHILE_BORROWING ->
                    "reclamation within the cohort while borrowing";
        };
    }
}
