package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `batch/v1` Jobs on workers (L3.10, L5.41).
final class RemoteJobs implements RemoteKind<Job> {
    private static final String SUSPENDED = "Suspended";
    private static final String ADAPTER = "MultiKueueAdapter";

    /// What the API server of the manager has put in; the worker's puts in its own.
    private static final Set<String> GENERATED =
            Set.of(
                    "controller-uid",
                    "job-name",
                    "batch.kubernetes.io/controller-uid",
                    "batch.kubernetes.io/job-name");

    private final InstantSource clock;

    RemoteJobs(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public Class<Job> type() {
        return Job.class;
    }

    @Override
    public @Nullable String refusal(Job job) {
        String managedBy = job.getSpec().getManagedBy();
        return MultiCluster.CONTROLLER.equals(managedBy)
                ? null
                : "Expecting spec.managedBy to be \"%s\" not \"%s\""
                        .formatted(MultiCluster.CONTROLLER, managedBy == null ? "" : managedBy);
    }

    @Override
    public Job forWorker(Job job) {
        return new JobBuilder(job)
                .editSpec()
                .withManagedBy(null)
                .withManualSelector(null)
                .withSelector(null)
                .withSuspend(true)
                .editTemplate()
                .editOrNewMetadata()
                .removeFromLabels(generated(job))
                .endMetadata()
                .endTemplate()
                .endSpec()
                .withStatus(null)
                .build();
    }

    private static Map<String, String> generated(Job job) {
        var metadata = job.getSpec().getTemplate().getMetadata();
        if (metadata == null || metadata.getLabels() == null) {
            return Map.of();
        }
        Map<String, String> labels = new java.util.HashMap<>(metadata.getLabels());
        labels.keySet().retainAll(GENERATED);
        return labels;
    }

    /// While the local job is suspended the status is not taken over: a start time would freeze the local template. Only pods that are
    /// active count, so that the quota is given back when they have stopped, and not before.
    @Override
    public @Nullable Job synced(Job job, @Nullable Job remote) {
        JobStatus now = status(job);
        JobStatus wanted;
        if (remote != null && ended(remote)) {
            wanted = status(remote);
        } else if (remote != null && !suspended(job)) {
            // One that is stopped over there goes on here until its eviction is known.
            boolean stops = now.getStartTime() != null && status(remote).getStartTime() == null;
            wanted = stops ? now : status(remote);
        } else {
            int active = remote == null ? 0 : count(status(remote).getActive());
            boolean ran = now.getStartTime() != null || count(now.getActive()) > 0;
            wanted = suspended(job) && (ran || active > 0) ? stopped(active) : now;
        }
        return says(now, wanted) ? null : new JobBuilder(job).withStatus(wanted).build();
    }

    private static boolean suspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    private static boolean ended(Job job) {
        return status(job).getConditions().stream()
                .anyMatch(
                        condition ->
                                condition.getStatus().equals("True")
                                        && (condition.getType().equals("Complete")
                                                || condition.getType().equals("Failed")));
    }

    private static boolean stoppedByUs(JobStatus status) {
        return status.getConditions().stream().anyMatch(RemoteJobs::isOurs);
    }

    private static boolean isOurs(JobCondition condition) {
        return condition.getType().equals(SUSPENDED)
                && condition.getStatus().equals("True")
                && ADAPTER.equals(condition.getReason());
    }

    private JobStatus stopped(int active) {
        String now = dev.sluice.api.condition.Conditions.time(clock.instant());
        return new JobStatusBuilder()
                .withActive(active == 0 ? null : active)
                .withConditions(
                        List.of(
                                new JobConditionBuilder()
                                        .withType(SUSPENDED)
                                        .withStatus("True")
                                        .withReason(ADAPTER)
                                        .withMessage("Set by MultiKueue adapter")
                                        .withLastProbeTime(now)
                                        .withLastTransitionTime(now)
                                        .build()))
                .build();
    }

    /// Whether the status is the wanted one; when we stopped the job does not matter.
    private static boolean says(JobStatus now, JobStatus wanted) {
        return stoppedByUs(now) && stoppedByUs(wanted)
                ? count(now.getActive()) == count(wanted.getActive())
                        && now.getStartTime() == null
                        && now.getConditions().size() == wanted.getConditions().size()
                : Objects.equals(now, wanted);
    }

    private static JobStatus status(Job job) {
        return job.getStatus() == null ? new JobStatus() : job.getStatus();
    }

    private static int count(@Nullable Integer number) {
        return number == null ? 0 : number;
    }
}
