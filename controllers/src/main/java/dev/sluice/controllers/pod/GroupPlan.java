package dev.sluice.controllers.pod;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.job.JobPlan;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.StopReason;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What to do next about a group of pods (L3.26 to L3.37): first what only groups know, who belongs to it and who is in the
/// way; then what [JobPlan] says of any job. Pure.
final class GroupPlan {
    static final String FEWER_PODS = "ErrWorkloadCompose";
    private static final String NO_REPLACEMENT = "No pods need replacement";

    private final GroupView group;
    private final PodJob job;
    private final JobView view;

    private GroupPlan(GroupView group) {
        this.group = group;
        this.job = group.group();
        this.view = group.view();
    }

    static PodStep next(GroupView group) {
        return new GroupPlan(group).next();
    }

    private PodStep next() {
        Workload workload = group.workload();
        boolean prebuilt = !view.wants().prebuiltWorkload().isEmpty();
        if (workload == null) {
            return prebuilt ? missingPrebuilt() : create();
        }
        if (prebuilt && held() && owned(workload, job.pods()).filter(this::ofAll).isPresent()) {
            return asJob(null);
        }
        if (!prebuilt && !ofGroup(workload) && validated()) {
            return nameTaken(workload);
        }
        if (Facts.finished(workload)) {
            return finalized(pod -> true).orElseGet(() -> asJob(workload));
        }
        if (Facts.deleting(workload)) {
            return job.toStop(StopReason.WORKLOAD_DELETED).isEmpty()
                    ? finalized(pod -> true).orElseGet(() -> asJob(workload))
                    : asJob(workload);
        }
        return (prebuilt ? sameAsPrebuilt(workload) : together(workload))
                .orElseGet(() -> asJob(workload));
    }

    /// A gate of a pod keeps the group out of the queues (KEP-6915).
    private boolean held() {
        return !view.wants().heldBy().isEmpty();
    }

    private boolean ofAll(PodStep step) {
        return step instanceof PodStep.Own own && own.pods().size() == job.pods().size();
    }

    private PodStep create() {
        Optional<PodStep> gone = finalized(pod -> !Composition.runnable(pod));
        if (gone.isPresent()) {
            return gone.get();
        }
        if (held()) {
            return asJob(null);
        }
        return switch (group.composition()) {
            case Composition.Not(String why) ->
                    new PodStep.OfJob(
                            new JobStep.Explain(
                                    job.first().getMetadata().getUid(),
                                    Happening.warning(view.reporter(), FEWER_PODS, why)));
            case Composition.Whole whole ->
                    whole.excess().isEmpty()
                            ? asJob(null)
                            : new PodStep.RemoveExcess(whole.excess());
        };
    }

    private PodStep missingPrebuilt() {
        return new PodStep.OfJob(
                job.toStop(StopReason.NO_MATCHING_WORKLOAD).isEmpty()
                        ? JobStep.Rest.FOR_NOW
                        : new JobStep.StopJob(
                                null, StopReason.NO_MATCHING_WORKLOAD, "missing workload"));
    }

    /// Somebody else's Workload has the name of the group.
    private PodStep nameTaken(Workload workload) {
        return finalized(pod -> !Composition.runnable(pod))
                .orElseGet(
                        () ->
                                new PodStep.OfJob(
                                        new JobStep.Explain(
                                                workload.getMetadata().getUid(),
                                                Happening.warning(
                                                        view.reporter(),
                                                        "WorkloadNameConflict",
                                                        "A Workload named \"%s\" already exists but is not a pod group workload; this pod group cannot be admitted"
                                                                .formatted(job.group())))));
    }

    static boolean ofGroup(Workload workload) {
        return "true".equals(Facts.annotation(workload, Annotations.IS_GROUP_WORKLOAD));
    }

    private boolean validated() {
        return view.settings().gates().isOn(FeatureGate.POD_INTEGRATION_VALIDATE_GROUP_OWNER);
    }

    /// Pods and Workload belong together, and every pod is where it should be; else the step towards that (L3.30, L3.31).
    private Optional<PodStep> together(Workload workload) {
        Members members = Objects.requireNonNull(group.members());
        if (!members.fitting()
                || !Objects.equals(
                        Facts.spec(workload).maximumExecutionTimeSeconds(),
                        view.wants().maximumExecutionTimeSeconds())) {
            boolean stopped = job.toStop(StopReason.NO_MATCHING_WORKLOAD).isEmpty();
            return Optional.of(
                    new PodStep.OfJob(JobPlan.unlike(view.suspended(stopped), workload)));
        }
        if (!members.excess().isEmpty()) {
            return Optional.of(new PodStep.RemoveExcess(members.excess()));
        }
        return owned(workload, members.kept())
                .or(() -> finalized(members.replaced()::contains))
                .or(() -> replacement(workload, members.absent()));
    }

    /// A prebuilt Workload is taken as it is, or not at all (L3.43b).
    private Optional<PodStep> sameAsPrebuilt(Workload workload) {
        Members members = Objects.requireNonNull(group.members());
        if (!members.fitting() || !members.excess().isEmpty()) {
            return Optional.of(
                    new PodStep.OfJob(
                            new JobStep.ChangeStatus(
                                    workload,
                                    newest ->
                                            view.changes(newest)
                                                    .finish(
                                                            Reasons.OUT_OF_SYNC,
                                                            "The prebuilt workload is out of sync with its user job")
                                                    .done(),
                                    null)));
        }
        return owned(workload, members.kept());
    }

    private Optional<PodStep> owned(Workload workload, List<Pod> pods) {
        Set<String> owners =
                workload.getMetadata().getOwnerReferences().stream()
                        .map(OwnerReference::getUid)
                        .collect(Collectors.toSet());
        List<Pod> missing =
                pods.stream().filter(pod -> !owners.contains(pod.getMetadata().getUid())).toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new PodStep.Own(workload, missing));
    }

    private Optional<PodStep> finalized(Predicate<Pod> which) {
        List<Pod> pods = job.pods().stream().filter(which).filter(PodFacts::hasFinalizer).toList();
        return pods.isEmpty() ? Optional.empty() : Optional.of(new PodStep.Finalize(pods));
    }

    private Optional<PodStep> replacement(Workload workload, int absent) {
        Condition eviction =
                Facts.evicted(workload)
                        ? Conditions.find(Facts.conditions(workload), WorkloadConditions.EVICTED)
                        : null;
        Condition known =
                Conditions.find(
                        Facts.conditions(workload),
                        WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS);
        boolean waits = absent > 0;
        if (!waits && known == null) {
            return Optional.empty();
        }
        String reason = "PodsReady";
        String message = NO_REPLACEMENT;
        if (waits) {
            reason = eviction == null ? "PodsFailed" : eviction.getReason();
            message =
                    eviction == null ? "Some Failed pods need replacement" : eviction.getMessage();
        }
        return says(known, waits, reason, message)
                ? Optional.empty()
                : Optional.of(waiting(workload, waits, reason, message));
    }

    private static boolean says(
            @Nullable Condition known, boolean waits, String reason, String message) {
        return known != null
                && known.getStatus().equals(waits ? "True" : "False")
                && known.getReason().equals(reason)
                && known.getMessage().equals(message);
    }

    private PodStep waiting(Workload workload, boolean waits, String reason, String message) {
        return new PodStep.OfJob(
                new JobStep.ChangeStatus(
                        workload,
                        newest ->
                                view.changes(newest)
                                        .set(
                                                WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS,
                                                waits,
                                                reason,
                                                message)
                                        .done(),
                        null));
    }

    /// Nobody tells when a pod should be gone: whoever waits for that looks at the clock (L3.41).
    private PodStep asJob(@Nullable Workload workload) {
        JobStep step = JobPlan.about(view, workload);
        boolean awaited = view.active() && step.equals(JobStep.Rest.FOR_NOW);
        return new PodStep.OfJob(
                awaited
                        ? job.nextOverdue(view.now()).<JobStep>map(JobStep.Rest::new).orElse(step)
                        : step);
    }
}
