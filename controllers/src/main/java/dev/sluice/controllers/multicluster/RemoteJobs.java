package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// `batch/v1` Jobs on workers (L3.10, L5.41).
final class RemoteJobs implements RemoteKind<Job> {
    /// What the API server of the manager has put in; the worker's puts in its own.
    private static final Set<String> GENERATED =
            Set.of(
                    "controller-uid",
                    "job-name",
                    "batch.kubernetes.io/controller-uid",
                    "batch.kubernetes.io/job-name");

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
        Map<String, String> labels = new HashMap<>(metadata.getLabels());
        labels.keySet().retainAll(GENERATED);
        return labels;
    }

    /// While the local job is suspended the status is not taken over: a start time would freeze its template, and pods that run
    /// elsewhere would hold its quota. Nor does a job tell anything that has not started there, or was stopped: how the local one
    /// comes to rest is for this cluster to say.
    @Override
    public @Nullable Job synced(Job job, @Nullable Job remote) {
        if (remote == null || suspended(job) && !ended(remote)) {
            return null;
        }
        JobStatus now = status(job);
        JobStatus there = status(remote);
        boolean runsThere = there.getStartTime() != null;
        return now.equals(there) || !runsThere && !ended(remote)
                ? null
                : new JobBuilder(job).withStatus(there).build();
    }

    private static boolean suspended(Job job) {
        return Boolean.TRUE.equals(job.getSpec().getSuspend());
    }

    @Override
    public boolean ended(Job job) {
        return status(job).getConditions().stream()
                .anyMatch(
                        condition ->
                                condition.getStatus().equals("True")
                                        && (condition.getType().equals("Complete")
                                                || condition.getType().equals("Failed")));
    }

    private static JobStatus status(Job job) {
        return job.getStatus() == null ? new JobStatus() : job.getStatus();
    }
}
