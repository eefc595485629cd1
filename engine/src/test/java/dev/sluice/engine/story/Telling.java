package dev.sluice.engine.story;

import dev.sluice.engine.Decision;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A decision in the words of a story.
final class Telling {

    private Telling() {}

    static List<String> decision(Decision decision) {
        return switch (decision) {
            case Decision.Admit admit -> List.of(admit(admit));
            case Decision.Preempt preempt ->
                    List.of(
                            line(
                                    "preempt",
                                    preempt.workload(),
                                    preempt.victims().stream()
                                            .map(Telling::victim)
                                            .collect(Collectors.joining(", "))));
            case Decision.Migrate migrate ->
                    List.of(
                            line(
                                    "migrate",
                                    migrate.workload(),
                                    "evicts "
                                            + name(migrate.sibling())
                                            + (migrate.alreadyEvicted()
                                                    ? " (on its way out)"
                                                    : "")));
            case Decision.Pending pending -> pending(pending);
        };
    }

    private static String admit(Decision.Admit admit) {
        String flavors =
                admit.podSets().stream().map(Telling::podSet).collect(Collectors.joining(" and "));
        String what =
                flavors
                        + (admit.assignment().borrowing() > 0
                                ? " (borrows, level " + admit.assignment().borrowing() + ")"
                                : "")
                        + (admit.admitted() ? "" : " (checks are open)")
                        + (admit.replaces() == null
                                ? ""
                                : " (replaces " + name(admit.replaces()) + ")");
        return line("admit", admit.workload(), what);
    }

    private static String podSet(Reservation.PodSetReservation podSet) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(podSet.flavors())
                .forEach(
                        (resource, flavor) ->
                                parts.add(
                                        flavor
                                                + " "
                                                + resource
                                                + " "
                                                + amount(
                                                        resource,
                                                        podSet.usage()
                                                                .getOrDefault(resource, 0L))));
        String what = parts.isEmpty() ? "nothing" : String.join(", ", parts);
        return podSet.count() == 1 ? what : what + " for " + podSet.count() + " pods";
    }

    private static String victim(Decision.Victim victim) {
        return name(victim.workload())
                + " "
                + victim.reason().text()
                + (victim.alreadyEvicted() ? " (on its way out)" : "");
    }

    private static List<String> pending(Decision.Pending pending) {
        List<String> lines = new ArrayList<>();
        String reason = pending.reason() == null ? "-" : pending.reason().text();
        lines.add(line("wait", pending.workload(), reason + ": " + cause(pending.cause())));
        switch (pending.cause()) {
            case PendingCause.NoFit(AssignmentReport report) -> lines.addAll(reasons(report));
            case PendingCause.NoCandidates(AssignmentReport report) ->
                    lines.addAll(reasons(report));
            default -> {}
        }
        return lines;
    }

    private static String cause(PendingCause cause) {
        return switch (cause) {
            case PendingCause.NoFit _ -> "no flavor serves it";
            case PendingCause.NoCandidates _ -> "nobody may be preempted for it";
            case PendingCause.Gated gated ->
                    "would preempt "
                            + gated.victims().stream()
                                    .map(Telling::name)
                                    .collect(Collectors.joining(", "))
                            + ", closed gate "
                            + String.join(", ", gated.closedGates());
            case PendingCause.DeferredFit _ -> "fits once running preemptions are done";
            case PendingCause.Overlap _ -> "its victims are taken";
            case PendingCause.NoLongerFits _ -> "what it needs was given away in this cycle";
            case PendingCause.WaitsForPodsReady _ -> "admitted workloads are not ready yet";
            case PendingCause.ChecksFailed _ -> "an admission check has failed";
            case PendingCause.QueueInactive _ -> "its ClusterQueue is inactive";
            case PendingCause.QueueMissing _ -> "its ClusterQueue does not exist";
            case PendingCause.NamespaceMissing _ -> "its namespace does not exist";
            case PendingCause.NamespaceMismatch _ -> "its namespace is not admitted here";
            case PendingCause.RequestsInvalid invalid -> String.join(", ", invalid.errors());
            case PendingCause.BetterVariantAdmitted better ->
                    "better variant " + name(better.variant()) + " is admitted";
            case PendingCause.BelowLastAcceptableFlavor _ ->
                    "its flavor is below the last acceptable";
        };
    }

    /// A line for each flavor that failed.
    static List<String> reasons(AssignmentReport report) {
        List<String> lines = new ArrayList<>();
        for (PodSetReport podSet : report.podSets()) {
            if (podSet.mode() != Mode.FIT) {
                for (FlavorReason reason : podSet.reasons()) {
                    lines.add("         " + podSet.name() + ": " + reason(reason));
                }
            }
        }
        return lines;
    }

    static String reason(FlavorReason reason) {
        return switch (reason) {
            case FlavorReason.Undeclared r -> r.resource() + " is not covered by the ClusterQueue";
            case FlavorReason.FlavorMissing r -> r.flavor() + " does not exist";
            case FlavorReason.Untolerated r -> r.flavor() + " has taint " + r.taint().key();
            case FlavorReason.AffinityMismatch r -> r.flavor() + " has other labels";
            case FlavorReason.ExceedsCapacity r ->
                    "%s never has so much: %s %s wanted%s, at most %s"
                            .formatted(
                                    r.flavor(),
                                    amount(r.resource(), r.request()),
                                    r.resource(),
                                    r.assumed() == 0
                                            ? ""
                                            : " beside " + amount(r.resource(), r.assumed()),
                                    amount(r.resource(), r.capacity()));
            case FlavorReason.Short r ->
                    "%s lacks %s %s in %s"
                            .formatted(
                                    r.flavor(),
                                    amount(r.resource(), r.missing()),
                                    r.resource(),
                                    r.node());
            case FlavorReason.ExceedsOwnQuota r ->
                    "%s would need to borrow %s %s; cannot-borrow is set, and the queue owns %s in all"
                            .formatted(
                                    r.flavor(),
                                    amount(r.resource(), r.amount()),
                                    r.resource(),
                                    amount(r.resource(), r.own()));
            case FlavorReason.CannotBorrow r ->
                    "%s would need to borrow %s %s; cannot-borrow is set"
                            .formatted(r.flavor(), amount(r.resource(), r.amount()), r.resource());
            case FlavorReason.CannotPreempt r ->
                    "%s would need to preempt for %s %s; cannot-preempt is set"
                            .formatted(r.flavor(), amount(r.resource(), r.missing()), r.resource());
            case FlavorReason.NotNominated r -> r.flavor() + " was not nominated";
            case FlavorReason.NotAllowed r -> r.flavor() + " is not among its allowed flavors";
            case FlavorReason.SliceFlavorDiffers r ->
                    r.flavor() + " is not the old slice's flavor " + r.original();
            case FlavorReason.TopologyMismatch r -> r.flavor() + " has no fitting topology";
        };
    }

    static String amount(String resource, long amount) {
        return Amounts.format(resource, amount);
    }

    static String name(WorkloadKey key) {
        return key.name();
    }

    private static String line(String verb, WorkloadKey workload, String what) {
        return "%-8s %-6s %s".formatted(verb, name(workload), what);
    }
}
