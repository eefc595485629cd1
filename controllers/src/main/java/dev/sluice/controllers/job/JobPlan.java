package dev.sluice.controllers.job;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.PodsReadiness;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.controllers.workload.StatusChanges;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What to do next about a job: the order of L2.16, one step at a time. Pure.
final class JobPlan {
    private static final Set<String> REQUEUED_AT_ONCE =
            Set.of(Reasons.PREEMPTED, Reasons.NODE_FAILURES);

    private static final Duration FLAVOR_AWAITED = Duration.ofSeconds(1);

    private final JobView view;

    private JobPlan(JobView view) {
        this.view = view;
    }

    static JobStep next(JobView view) {
        return new JobPlan(view).next();
    }

    private JobStep next() {
        if (!view.wants().heldBy().isEmpty() && view.workloads().isEmpty()) {
            return held();
        }
        if (!view.wants().prebuiltWorkload().isEmpty()) {
            return prebuiltWorkload();
        }
        return view.wants().elastic() ? slices() : ownWorkload();
    }

    /// A gate on the job itself: no Workload, no pods, whatever the job wants, and everybody can see why (KEP-6915).
    private JobStep held() {
        String text = "Scheduling is gated by: " + view.wants().heldBy();
        if (!view.suspended()) {
            return new JobStep.StopJob(null, text);
        }
        if (view.ending() != null) {
            return JobStep.Rest.FOR_NOW;
        }
        String queue = view.wants().queueName();
        JobKind.HoldNote wanted =
                new JobKind.HoldNote(
                        true,
                        view.queueExists() || queue.isEmpty()
                                ? text
                                : text + "; LocalQueue " + queue + " doesn't exist");
        return wanted.equals(view.holdNote())
                ? JobStep.Rest.FOR_NOW
                : new JobStep.NoteHold(wanted, normal("SchedulingGated", wanted.message()));
    }

    /// The job has its Workload now.
    private Optional<JobStep> released() {
        JobKind.HoldNote note = view.holdNote();
        if (note == null || !note.held() || !view.wants().heldBy().isEmpty()) {
            return Optional.empty();
        }
        String text = "Scheduling gate removed, the job is queued";
        return Optional.of(
                new JobStep.NoteHold(
                        new JobKind.HoldNote(false, text), normal("SchedulingGateCleared", text)));
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
            return match == null ? follow(other) : delete(other);
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
                : follow(newest);
    }

    private boolean matches(Workload workload) {
        return Equivalence.holds(workload, view.wants(), view.podSets(), !view.suspended());
    }

    /// The job was edited (L2.25, L2.26).
    private JobStep follow(Workload workload) {
        if (view.suspended() && !Facts.reserved(workload) && !Facts.finished(workload)) {
            return rewrite(workload);
        }
        if (!view.suspended()) {
            return new JobStep.StopJob(
                    Injection.original(workload),
                    "No matching Workload; restoring pod templates according to existent Workload");
        }
        return delete(workload);
    }

    private JobStep rewrite(Workload workload) {
        return switch (view.priority().get()) {
            case Priority.Missing missing -> missing(missing);
            case Priority.Known known -> {
                WorkloadSpec wanted = Facts.spec(view.composed().apply(known));
                yield new JobStep.ChangeSpec(
                        workload,
                        newest -> wanted.withActive(Facts.spec(newest).active()),
                        normal(
                                "UpdatedWorkload",
                                "Updated not matching Workload for suspended job: "
                                        + Facts.path(workload)));
            }
        };
    }

    private JobStep delete(Workload workload) {
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new JobStep.RemoveFinalizer(workload, null)
                : new JobStep.DeleteWorkload(
                        workload,
                        normal(
                                "DeletedWorkload",
                                "Deleted not matching Workload: " + Facts.path(workload)));
    }

    private JobStep prebuiltWorkload() {
        Workload workload = view.prebuilt();
        if (workload == null) {
            return view.suspended() || view.ending() != null
                    ? JobStep.Rest.FOR_NOW
                    : new JobStep.StopJob(null, "missing workload");
        }
        String uid = view.job().getMetadata().getUid();
        var controller = Facts.controllerOf(workload);
        if (controller.isPresent() && !controller.get().getUid().equals(uid)) {
            return JobStep.Rest.FOR_NOW;
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
        return normal(
                "FinishedWorkload", "Workload '" + Facts.path(workload) + "' is declared finished");
    }

    private JobStep deleted(Workload workload) {
        if (!view.suspended()) {
            return new JobStep.StopJob(Injection.original(workload), "Workload is deleted");
        }
        return Facts.hasFinalizer(workload, Finalizers.RESOURCE_IN_USE)
                ? new JobStep.RemoveFinalizer(workload, null)
                : JobStep.Rest.FOR_NOW;
    }

    private JobStep finish(
            Workload workload, String reason, String message, @Nullable Happening happening) {
        return new JobStep.ChangeStatus(
                workload, newest -> changes(newest).finish(reason, message).done(), happening);
    }

    /// Waits until the pods of an earlier start are gone (L2.29).
    private JobStep create() {
        if (!view.suspended()) {
            return new JobStep.StopJob(null, "Missing Workload; unable to restore pod templates");
        }
        if (view.active()) {
            return JobStep.Rest.FOR_NOW;
        }
        return switch (view.priority().get()) {
            case Priority.Missing missing -> missing(missing);
            case Priority.Known known -> new JobStep.CreateWorkload(view.composed().apply(known));
        };
    }

    private JobStep missing(Priority.Missing missing) {
        return new JobStep.Explain(
                missing.className(),
                Happening.warning(
                        view.reporter(),
                        "WorkloadPriorityClassNotFound",
                        "WorkloadPriorityClass \"" + missing.className() + "\" not found"));
    }

    private JobStep alive(Workload workload) {
        return released()
                .or(() -> synced(workload))
                .or(() -> readiness(workload))
                .or(() -> evicted(workload))
                .orElseGet(() -> view.suspended() ? standing(workload) : running(workload));
    }

    /// What the job's labels say reaches the Workload (L2.22, L2.30).
    private Optional<JobStep> synced(Workload workload) {
        WorkloadSpec spec = Facts.spec(workload);
        if (!Facts.reserved(workload)
                && !view.wants().queueName().equals(Facts.queueName(workload))) {
            String queue = view.wants().queueName();
            return Optional.of(
                    new JobStep.ChangeSpec(
                            workload,
                            newest ->
                                    Facts.reserved(newest)
                                            ? null
                                            : Facts.spec(newest)
                                                    .withQueueName(queue.isEmpty() ? null : queue),
                            null));
        }
        String gates = Facts.annotation(workload, Annotations.ADMISSION_GATED_BY);
        if (!view.wants().gatedBy().equals(gates == null ? "" : gates.strip())) {
            return Optional.of(
                    new JobStep.ChangeGates(
                            workload,
                            view.wants().gatedBy(),
                            normal(
                                    "UpdatedWorkload",
                                    "Updated workload AdmissionGatedBy to \""
                                            + view.wants().gatedBy()
                                            + "\"")));
        }
        if (priorityClassChanged(workload, spec.priorityClassRef())) {
            return Optional.of(reprioritised(workload));
        }
        List<ReclaimablePod> wanted = view.reclaimablePods();
        if (!wanted.equals(Facts.status(workload).reclaimablePods())
                && (Facts.reserved(workload) || wanted.isEmpty())) {
            return Optional.of(
                    new JobStep.ChangeStatus(
                            workload,
                            newest -> Facts.status(newest).withReclaimablePods(wanted),
                            null));
        }
        return Optional.empty();
    }

    private boolean priorityClassChanged(Workload workload, @Nullable PriorityClassRef known) {
        String wanted = view.wants().priorityClass();
        if (known != null && !known.kind().equals("WorkloadPriorityClass")) {
            return false;
        }
        if (known == null) {
            return !wanted.isEmpty() && !Facts.reserved(workload);
        }
        return !wanted.isEmpty() && !wanted.equals(known.name());
    }

    private JobStep reprioritised(Workload workload) {
        return switch (view.priority().get()) {
            case Priority.Missing missing -> missing(missing);
            case Priority.Known known ->
                    new JobStep.ChangeSpec(
                            workload,
                            newest ->
                                    Facts.spec(newest)
                                            .withPriority(known.value())
                                            .withPriorityClassRef(known.source()),
                            normal(
                                    "UpdatedWorkload",
                                    "Updated workload priority class: " + Facts.path(workload)));
        };
    }

    /// The condition `PodsReady` (L1.54). A workload that is still new gets it together with its first decision.
    private Optional<JobStep> readiness(Workload workload) {
        if (view.settings().waitForPodsReady() == null || releasable(workload)) {
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
                            return now == null ? null : now.in(changes(newest)).done();
                        },
                        null));
    }

    private Instant firstDecisionAwaited(Workload workload) {
        return Facts.conditions(workload).isEmpty()
                ? Instant.parse(workload.getMetadata().getCreationTimestamp())
                        .plus(Duration.ofSeconds(1))
                : Instant.MIN;
    }

    private boolean releasable(Workload workload) {
        return Facts.evicted(workload)
                && Facts.reserved(workload)
                && view.suspended()
                && view.stopConfirmed()
                && !view.active();
    }

    /// The quota goes back once the job has stopped (L2.40).
    private Optional<JobStep> evicted(Workload workload) {
        if (!Facts.evicted(workload)) {
            return Optional.empty();
        }
        Condition eviction =
                Objects.requireNonNull(
                        Conditions.find(Facts.conditions(workload), WorkloadConditions.EVICTED));
        if (!view.suspended()) {
            return Optional.of(
                    new JobStep.StopJob(Injection.original(workload), eviction.getMessage()));
        }
        if (releasable(workload)) {
            return Optional.of(release(workload, eviction));
        }
        return Facts.reserved(workload)
                ? Optional.of(JobStep.Rest.FOR_NOW)
                : retired(workload, eviction);
    }

    private JobStep release(Workload workload, Condition eviction) {
        boolean atOnce = REQUEUED_AT_ONCE.contains(eviction.getReason());
        return new JobStep.ChangeStatus(
                workload,
                newest ->
                        !Facts.reserved(newest) || !Facts.evicted(newest)
                                ? null
                                : changes(newest)
                                        .set(
                                                WorkloadConditions.REQUEUED,
                                                atOnce,
                                                eviction.getReason(),
                                                eviction.getMessage())
                                        .release(
                                                legacy()
                                                        ? Reasons.LEGACY_PENDING
                                                        : Reasons.PENDING_EVALUATION,
                                                eviction.getMessage())
                                        .done(),
                null);
    }

    /// The job of a workload that the system has deactivated goes after a while (L1.63).
    private Optional<JobStep> retired(Workload workload, Condition eviction) {
        Duration retention = view.settings().retention().afterDeactivatedByKueue();
        if (retention == null
                || Facts.active(workload)
                || !eviction.getReason().startsWith("DeactivatedDueTo")) {
            return Optional.empty();
        }
        Instant due = Instant.parse(eviction.getLastTransitionTime()).plus(retention);
        return Optional.of(
                due.isAfter(view.now())
                        ? new JobStep.Rest(due)
                        : new JobStep.DeleteJob(
                                normal(
                                        "Deleted",
                                        "Deleted job: deactivation retention period expired")));
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
                            normal(
                                    "Started",
                                    "Admitted by clusterQueue "
                                            + Objects.requireNonNull(
                                                            Facts.status(workload).admission())
                                                    .clusterQueue()));
            case Injection.Impossible impossible ->
                    finish(workload, Reasons.FAILED_TO_START, impossible.message(), null);
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
                        normal("UpdatedAdmissionCheck", pending));
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
                        Injection.original(workload), "Not admitted by cluster queue");
    }

    private StatusChanges changes(Workload workload) {
        return view.changes(workload);
    }

    private boolean legacy() {
        return !view.settings().gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY);
    }

    private Happening normal(String reason, String note) {
        return Happening.normal(view.reporter(), reason, note);
    }
}
