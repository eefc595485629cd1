package dev.sluice.controllers.job;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetTopologyRequest;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.controllers.multicluster.MultiCluster;
import dev.sluice.reconcile.Derived;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `batch/v1` Jobs (L3.1 to L3.7).
public final class BatchJobs implements JobKind<Job> {
    public static final String POD_SET = "main";
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";
    private static final String SUSPENDED = "Suspended";
    private static final String HELD = "SchedulingGated";
    private static final String POD_INDEX_LABEL = "batch.kubernetes.io/job-completion-index";

    /// Labels that the API server puts into a Job's template; only `batch.kubernetes.io/job-name` is worth keeping.
    private static final Set<String> GENERATED_LABELS =
            Set.of("controller-uid", "batch.kubernetes.io/controller-uid", "job-name");

    private final Derived<PodTemplateSpec, PodTemplateSpec> templates =
            new Derived<>(template -> PodTemplates.forWorkload(template, GENERATED_LABELS));
    private final boolean topologyAware;
    private final boolean reclaimable;

    /// @param topologyAware the gate TopologyAwareScheduling is on
    /// @param reclaimable the gate ReclaimablePods is on
    public BatchJobs(boolean topologyAware, boolean reclaimable) {
        this.topologyAware = topologyAware;
        this.reclaimable = reclaimable;
    }

    @Override
    public Class<Job> type() {
        return Job.class;
    }

    @Override
    public String framework() {
        return "batch/job";
    }

    @Override
    public String group() {
        return "batch";
    }

    @Override
    public String kind() {
        return "Job";
    }

    @Override
    public boolean suspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend()) && !stopping(job);
    }

    /// The Job controller says so by the condition `Suspended`; where another one looks after the job, nothing is known
    /// of what it says.
    @Override
    public boolean stopConfirmed(Job job) {
        String managedBy = job.getSpec().getManagedBy();
        boolean elsewhere =
                managedBy != null && !managedBy.isEmpty() && !managedBy.equals(JOB_CONTROLLER);
        return elsewhere || saysSuspended(job);
    }

    private static boolean saysSuspended(Job job) {
        return status(job).getConditions().stream()
                .anyMatch(
                        condition ->
                                condition.getType().equals(SUSPENDED)
                                        && condition.getStatus().equals("True"));
    }

    @Override
    public boolean active(Job job) {
        return count(status(job).getActive()) != 0;
    }

    @Override
    public List<PodSet> podSets(Job job) {
        PodTemplateSpec template = templates.of(job.getSpec().getTemplate());
        return List.of(
                new PodSet(
                        POD_SET,
                        template,
                        podsCount(job.getSpec()),
                        minParallelism(job),
                        topologyAware ? topologyRequest(template) : null));
    }

    @Override
    public @Nullable Ending ending(Job job) {
        for (JobCondition condition : status(job).getConditions()) {
            boolean complete = condition.getType().equals("Complete");
            if ((complete || condition.getType().equals("Failed"))
                    && condition.getStatus().equals("True")) {
                String message = condition.getMessage();
                return new Ending(complete, message == null ? "" : message);
            }
        }
        return null;
    }

    @Override
    public boolean podsReady(Job job) {
        JobStatus status = status(job);
        int uncounted =
                status.getUncountedTerminatedPods() == null
                        ? 0
                        : status.getUncountedTerminatedPods().getSucceeded().size();
        return count(status.getSucceeded()) + count(status.getReady()) + uncounted
                >= podsCount(job.getSpec());
    }

    @Override
    public List<ReclaimablePod> reclaimablePods(Job job) {
        int parallelism = parallelism(job.getSpec());
        int terminal = terminal(job);
        if (!reclaimable || parallelism == 1 || terminal == 0) {
            return List.of();
        }
        int remaining = Math.max(completions(job.getSpec()) - terminal, 0);
        return remaining >= parallelism
                ? List.of()
                : List.of(new ReclaimablePod(POD_SET, parallelism - remaining));
    }

    @Override
    public Job started(Job job, List<PodSetInfo> infos) {
        PodSetInfo info = infos.getFirst();
        JobBuilder started =
                new JobBuilder(job)
                        .editSpec()
                        .withSuspend(false)
                        .withTemplate(info.mergedInto(job.getSpec().getTemplate()))
                        .endSpec();
        return withCount(started, job, info.count());
    }

    /// Suspend, forget the start, give the template back; the API server allows the last only when no pod is active.
    @Override
    public @Nullable Stop<Job> nextStop(Job job, @Nullable List<PodSetInfo> original, Instant now) {
        if (!Boolean.TRUE.equals(job.getSpec().getSuspend())) {
            Job suspended =
                    new JobBuilder(job)
                            .editMetadata()
                            .addToAnnotations(Annotations.STOPPING, "true")
                            .endMetadata()
                            .editSpec()
                            .withSuspend(true)
                            .endSpec()
                            .build();
            return new Stop<>(suspended, false, true);
        }
        if (!stopping(job)) {
            return null;
        }
        if (runsOnOtherClusters(job)) {
            boolean rests = status(job).getStartTime() == null && !active(job);
            return rests && saysSuspended(job)
                    ? new Stop<>(restored(job, original), false, false)
                    : new Stop<>(atRest(job, now), true, false);
        }
        if (status(job).getStartTime() != null) {
            Job reset = new JobBuilder(job).editStatus().withStartTime(null).endStatus().build();
            return new Stop<>(reset, true, false);
        }
        return active(job) ? null : new Stop<>(restored(job, original), false, false);
    }

    private static boolean runsOnOtherClusters(Job job) {
        return MultiCluster.CONTROLLER.equals(job.getSpec().getManagedBy());
    }

    /// What a worker said last is no news of this cluster: the worker may be lost, and its copy goes when the quota has. What
    /// was counted stays, since it must not become less (L5.41).
    private static Job atRest(Job job, Instant now) {
        JobStatus before = status(job);
        List<JobCondition> conditions = new ArrayList<>(before.getConditions());
        conditions.removeIf(condition -> condition.getType().equals(SUSPENDED));
        conditions.add(
                condition(SUSPENDED, true, "MultiKueueAdapter", "Set by MultiKueue adapter", now));
        return new JobBuilder(job)
                .withStatus(
                        new JobStatusBuilder()
                                .withConditions(conditions)
                                .withSucceeded(before.getSucceeded())
                                .withFailed(before.getFailed())
                                .withCompletedIndexes(before.getCompletedIndexes())
                                .withFailedIndexes(before.getFailedIndexes())
                                .build())
                .build();
    }

    private static JobCondition condition(
            String type, boolean value, String reason, String message, Instant now) {
        String time = Conditions.time(now);
        return new JobConditionBuilder()
                .withType(type)
                .withStatus(value ? "True" : "False")
                .withReason(reason)
                .withMessage(message)
                .withLastProbeTime(time)
                .withLastTransitionTime(time)
                .build();
    }

    private static Job restored(Job job, @Nullable List<PodSetInfo> original) {
        JobBuilder restored =
                new JobBuilder(job)
                        .editMetadata()
                        .removeFromAnnotations(Annotations.STOPPING)
                        .endMetadata();
        if (original == null || original.size() != 1) {
            return restored.build();
        }
        PodSetInfo info = original.getFirst();
        restored.editSpec()
                .withTemplate(
                        info.withGenerated(job.getSpec().getTemplate(), GENERATED_LABELS)
                                .restoredTo(job.getSpec().getTemplate()))
                .endSpec();
        return withCount(restored, job, info.count());
    }

    @Override
    public @Nullable HoldNote holdNote(Job job) {
        for (JobCondition condition : status(job).getConditions()) {
            if (condition.getType().equals(HELD)) {
                String message = condition.getMessage();
                return new HoldNote(
                        condition.getStatus().equals("True"), message == null ? "" : message);
            }
        }
        return null;
    }

    /// A condition of its own, beside those of the Job controller.
    @Override
    public Job noted(Job job, HoldNote note, Instant now) {
        List<JobCondition> conditions = new ArrayList<>(status(job).getConditions());
        conditions.removeIf(condition -> condition.getType().equals(HELD));
        conditions.add(
                condition(
                        HELD,
                        note.held(),
                        note.held() ? HELD : "SchedulingGateCleared",
                        note.message(),
                        now));
        return new JobBuilder(job)
                .withStatus(new JobStatusBuilder(status(job)).withConditions(conditions).build())
                .build();
    }

    /// Partial admission: the parallelism follows the pods that were admitted (L3.7).
    private static Job withCount(JobBuilder builder, Job job, int count) {
        if (minParallelism(job) == null) {
            return builder.build();
        }
        builder.editSpec().withParallelism(count).endSpec();
        if (completionsFollow(job)) {
            builder.editSpec().withCompletions(count).endSpec();
        }
        return builder.build();
    }

    private static boolean completionsFollow(Job job) {
        return "true".equals(annotation(job, Annotations.JOB_COMPLETIONS_EQUAL_PARALLELISM));
    }

    private static @Nullable Integer minParallelism(Job job) {
        String text = annotation(job, Annotations.JOB_MIN_PARALLELISM);
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    /// Pods that run at the same time at most.
    private static int podsCount(JobSpec spec) {
        int parallelism = parallelism(spec);
        return spec.getCompletions() == null
                ? parallelism
                : Math.min(parallelism, spec.getCompletions());
    }

    private static int parallelism(JobSpec spec) {
        return spec.getParallelism() == null ? 1 : spec.getParallelism();
    }

    private static int completions(JobSpec spec) {
        return spec.getCompletions() == null ? parallelism(spec) : spec.getCompletions();
    }

    /// Pods that are done and are not made again (L3.6).
    private static int terminal(Job job) {
        JobStatus status = status(job);
        if (!"Indexed".equals(job.getSpec().getCompletionMode())) {
            return count(status.getSucceeded());
        }
        return IndexRanges.countOfUnion(
                status.getCompletedIndexes(),
                status.getFailedIndexes(),
                completions(job.getSpec()));
    }

    private static PodSetTopologyRequest topologyRequest(PodTemplateSpec template) {
        return TopologyRequests.of(template, POD_INDEX_LABEL);
    }

    private static boolean stopping(Job job) {
        return "true".equals(annotation(job, Annotations.STOPPING));
    }

    private static @Nullable String annotation(Job job, String key) {
        var annotations = job.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(key);
    }

    private static JobStatus status(Job job) {
        return job.getStatus() == null ? new JobStatus() : job.getStatus();
    }

    private static int count(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
