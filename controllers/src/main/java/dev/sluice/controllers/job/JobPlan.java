package dev.sluice.controllers.job;

import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.PodsReadiness;
import dev.sluice.controllers.workload.Reasons;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What to do next about a job: the order of L2.16, one step at a time. What belongs together stands in [JobHold], [JobEdits],
/// [JobEviction] and [Slices]. Pure.
public final class JobPlan {
    private static final Duration FLAVOR_AWAITED = Duration.ofSeconds(1);

    /// Counted from a creation in whole seconds: at least one second is left of it.
    private static final Duration DECISION_AWAITED = Duration.ofSeconds(2);

    private final JobView view;
    private final JobHold hold;
    private final JobEdits edits;
    private final JobEviction eviction;

    private JobPlan(JobView view) {
        this.view = view;
        this.hold = new JobHold(view);
        this.edits = new JobEdits(view);
        this.eviction = new JobEviction(view);
    }

    /// For a job that may have any Workloads.
    public static JobStep next(JobView view) {
        return new JobPlan(view).next();
    }

    /// For a job whose Workload is known to say what the job wants; null when it has none yet.
    public static JobStep about(JobView view, @Nullable Workload workload) {
        JobPlan plan = new JobPlan(view);
        return workload == null && !view.wants().heldBy().isEmpty()
                ? plan.hold.held()
                : plan.withWorkload(workload);
    }

    /// The Workload does not say what the job wants any more (L2.25, L2.26).
    public static JobStep unlike(JobView view, Workload workload) {
        return new JobPlan(view).edits.replace(workload);
    }

    /// How the quota of an evicted Workload goes back whose job is not there to wait for; empty when it has none (L2.40).
    public static Optional<JobStep> released(JobView view, Workload workload) {
        JobEviction eviction = new JobEviction(view);
        return eviction.releasable(workload) ? eviction.evicted(workload) : Optional.empty();
    }

    /// What the labels and annotations of a job say reaches a Workload that says otherwise (L2.22, L2.30).
    public static Optional<JobStep> synced(JobView view, Workload workload) {
        return new JobEdits(view).synced(workload);
    }

    /// The pods of a job that stands still are not those of its Workload any more, which has no quota: it is written anew
    /// (L2.25).
    public static JobStep rewritten(JobView view, Workload workload) {
        return new JobEdits(view).follow(workload);
    }

    private JobStep next() {
        if (!view.wants().heldBy().isEmpty()) {
            if (view.workloads().isEmpty()) {
                return hold.held();
            }
            Optional<JobStep> taken = untimely().map(edits::delete);
            if (taken.isPresent()) {
                return taken.get();
            }
        }
        if (!view.wants().prebuiltWorkload().isEmpty()) {
            return prebuiltWorkload();
        }
        return view.wants().elastic() ? slices() : ownWorkload();
    }

    /// A Workload that a held job has from a time when its gate did not count: it is not to start the job.
    private Optional<Workload> untimely() {
        boolean held =
                view.suspended()
                        && view.ending() == null
                        && view.wants().prebuiltWorkload().isEmpty();
        return view.workloads().stream()
                .filter(
                        workload ->
                                held
                                        && !Facts.finished(workload)
                                        && !Facts.reserved(workload)
                                        && !Facts.deleting(workload))
                .findFirst();
    }

    private JobStep ownWorkload() {
        Workload match = null;
        Workload other = null;
        for (Workload workload : view.workloads()) {
            if (match == null && matches(workload)) {
                match = workload;
            } else if (other == null) {
                other = workload;
            }
        }
        if (other != null && !Facts.deleting(other)) {
            return match == null ? edits.follow(other) : edits.delete(other);
        }
        return match == null && other != null ? withWorkload(other) : withWorkload(match);
    }

    /// L2.44, L2.45
    private JobStep slices() {
        Slices slices = Slices.of(view);
        Workload newest = slices.newest();
        if (newest == null || view.ending() != null) {
            return withWorkload(newest);
        }
        Optional<JobStep> tidied = slices.tidied();
        if (tidied.isPresent()) {
            return tidied.get();
        }
        if (Facts.finished(newest) || Facts.deleting(newest)) {
            return withWorkload(newest);
        }
        return Equivalence.exceptForCounts(newest, view.wants(), view.podSets())
                ? slices.resized(newest).orElseGet(() -> withWorkload(newest))
                : edits.follow(newest);
    }

    private boolean matches(Workload workload) {
        return Equivalence.holds(workload, view.wants(), view.podSets(), !view.suspended());
    }

    private JobStep prebuiltWorkload() {
        Workload workload = view.prebuilt();
        if (workload == null) {
            return withoutPrebuilt();
        }
        String uid = view.job().getMetadata().getUid();
        var controller = Facts.controllerOf(workload);
        if (controller.isPresent() && !controller.get().getUid().equals(uid)) {
            return view.ending() != null
                    ? JobStep.Rest.FOR_NOW
                    : new JobStep.Explain(
                            uid,
                            Happening.warning(
                                    view.reporter(),
                                    "WorkloadOfAnother",
                                    "The prebuilt Workload %s belongs to %s %s: it is not taken"
                                            .formatted(
                                                    Facts.path(workload),
                                                    controller.get().getKind(),
                                                    controller.get().getName())));
        }
        if (controller.isEmpty()) {
            return new JobStep.Adopt(workload);
        }
        if (!Facts.finished(workload) && !matches(workload)) {
            return finish(
                    workload,
                    Reasons.OUT_OF_SYNC,
                    "The prebuilt workload is out of sync with its user job",
                    null);
        }
        return withWorkload(workload);
    }

    /// A suspended job only waits; no Warning, since the Workload may well come after it (T47).
    private JobStep withoutPrebuilt() {
        if (view.ending() != null) {
            return JobStep.Rest.FOR_NOW;
        }
        var metadata = view.job().getMetadata();
        return view.suspended()
                ? new JobStep.Explain(
                        metadata.getUid(),
                        view.normal(
                                "MissingWorkload",
                                "missing workload: there is no prebuilt Workload %s/%s"
                                        .formatted(
                                                metadata.getNamespace(),
                                                view.wants().prebuiltWorkload())))
                : new JobStep.StopJob(null, StopReason.NO_MATCHING_WORKLOAD, "missing workload");
    }

    private JobStep withWorkload(@Nullable Workload workload) {
        if (workload != null && Facts.finished(workload)) {
            return finished(workload);
        }
        if (workload != null && Facts.deleting(workload)) {
            return deleted(workload);
        }
        JobKind.Ending ending = view.ending();
        if (ending != null) {
            return workload == null
                    ? JobStep.Rest.FOR_NOW
                    : finish(
                            workload,
                            ending.succeeded() ? "Succeeded" : "Failed",
                            ending.message(),
                            declaredFinished(workload));
        }
        return workload == null ? create() : alive(workload);
    }

    private JobStep finished(Workload workload) {
        if (!Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)) {
            return JobStep.Rest.FOR_NOW;
        }
        return new JobStep.RemoveFinalizer(
                workload, view.ending() == null ? declaredFinished(workload) : null);
    }

    private Happening declaredFinished(Workload workload) {
        return view.normal(
                "FinishedWorkload", "Workload '" + Facts.path(workload) + "' is declared finished");
    }

    private JobStep deleted(Workload workload) {
        if (!view.suspended()) {
            return new JobStep.StopJob(
                    Injection.original(workload),
                    StopReason.WORKLOAD_DELETED,
                    "Workload is deleted");
        }
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new JobStep.RemoveFinalizer(workload, null)
                : JobStep.Rest.FOR_NOW;
    }

    private JobStep finish(
            Workload workload, String reason, String message, @Nullable Happening happening) {
        return new JobStep.ChangeStatus(
                workload, newest -> view.changes(newest).finish(reason, message).done(), happening);
    }

    /// Waits until the pods of an earlier start are gone (L2.29).
    private JobStep create() {
        if (!view.suspended()) {
            return new JobStep.StopJob(
                    null,
                    StopReason.NO_MATCHING_WORKLOAD,
                    "Missing Workload; unable to restore pod templates");
        }
        if (view.active()) {
            return JobStep.Rest.FOR_NOW;
        }
        return switch (view.priority().get()) {
            case Priority.Missing missing -> edits.missing(missing);
            case Priority.Known known -> new JobStep.CreateWorkload(view.composed().apply(known));
        };
    }

    private JobStep alive(Workload workload) {
        JobStep next =
                hold.released()
                        .or(() -> edits.synced(workload))
                        .or(() -> readiness(workload))
                        .or(() -> eviction.evicted(workload))
                        .orElseGet(() -> view.suspended() ? standing(workload) : running(workload));
        return next.equals(JobStep.Rest.FOR_NOW) ? edits.missingClass(workload).orElse(next) : next;
    }

    /// The condition `PodsReady` (L1.54). A workload that is still new gets it together with its first decision.
    private Optional<JobStep> readiness(Workload workload) {
        if (view.settings().waitForPodsReady() == null || eviction.releasable(workload)) {
            return Optional.empty();
        }
        PodsReadiness wanted = PodsReadiness.of(workload, view.podsReady());
        if (wanted == null) {
            return Optional.empty();
        }
        Instant patience = firstDecisionAwaited(workload);
        if (patience.isAfter(view.now())) {
            return Optional.of(new JobStep.Rest(patience));
        }
        return Optional.of(
                new JobStep.ChangeStatus(
                        workload,
                        newest -> {
                            PodsReadiness now = PodsReadiness.of(newest, view.podsReady());
                            return now == null ? null : now.in(view.changes(newest)).done();
                        },
                        null));
    }

    private Instant firstDecisionAwaited(Workload workload) {
        return Facts.conditions(workload).isEmpty()
                ? Instant.parse(workload.getMetadata().getCreationTimestamp())
                        .plus(DECISION_AWAITED)
                : Instant.MIN;
    }

    private JobStep standing(Workload workload) {
        if (!Facts.admitted(workload)) {
            return Facts.reserved(workload) ? checksAwaited(workload) : JobStep.Rest.FOR_NOW;
        }
        if (!view.stopConfirmed()) {
            return JobStep.Rest.FOR_NOW;
        }
        return switch (view.injection().apply(workload)) {
            case Injection.Ready ready ->
                    new JobStep.StartJob(
                            ready.infos(),
                            view.normal(
                                    "Started",
                                    "Admitted by clusterQueue "
                                            + Objects.requireNonNull(
                                                            Facts.status(workload).admission())
                                                    .clusterQueue()));
            case Injection.Impossible impossible ->
                    finish(workload, Reasons.FAILED_TO_START, impossible.message(), null);
            case Injection.Elsewhere _ -> JobStep.Rest.FOR_NOW;
            case Injection.FlavorMissing _ -> new JobStep.Rest(view.now().plus(FLAVOR_AWAITED));
        };
    }

    private JobStep checksAwaited(Workload workload) {
        String pending =
                Facts.status(workload).admissionChecks().stream()
                        .filter(c -> c.state() == CheckState.PENDING && !c.message().isEmpty())
                        .map(JobPlan::line)
                        .collect(Collectors.joining("; "));
        return pending.isEmpty()
                ? JobStep.Rest.FOR_NOW
                : new JobStep.Explain(
                        workload.getMetadata().getUid() + " " + lastChangeOfChecks(workload),
                        view.normal("UpdatedAdmissionCheck", pending));
    }

    private static String lastChangeOfChecks(Workload workload) {
        return Facts.status(workload).admissionChecks().stream()
                .map(AdmissionCheckState::lastTransitionTime)
                .max(String::compareTo)
                .orElse("");
    }

    private static String line(AdmissionCheckState check) {
        return check.name() + ": " + check.message();
    }

    private JobStep running(Workload workload) {
        return Facts.admitted(workload) || view.wants().elastic() && Slices.of(view).held()
                ? JobStep.Rest.FOR_NOW
                : new JobStep.StopJob(
                        Injection.original(workload),
                        StopReason.NOT_ADMITTED,
                        "Not admitted by cluster queue");
    }
}
