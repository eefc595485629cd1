package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatusBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides what to do about one job. Made for one look and dropped after it.
final class JobPlanner {
    private final Job job;
    private final JobSpec spec;
    private final JobStatus old;
    private final JobPods pods;
    private final Instant now;
    private final boolean suspended;
    private final Tally tally;
    private final JobStatus status;
    private final List<JobEvent> events = new ArrayList<>();
    private final List<Pod> delete = new ArrayList<>();
    private final List<JobPlan.Creation> create = new ArrayList<>();
    private @Nullable Duration again;

    private JobPlanner(Job job, JobPods pods, Instant now) {
        this.job = job;
        this.spec = job.getSpec();
        this.old = Objects.requireNonNullElseGet(job.getStatus(), JobStatus::new);
        this.pods = pods;
        this.now = now;
        this.suspended = Boolean.TRUE.equals(spec.getSuspend());
        this.tally = new Tally(job, pods, suspended);
        this.status = new JobStatusBuilder(old).build();
    }

    /// @param pods all pods that the job owns
    /// @param deleted uids of pods that we deleted but have not seen marked yet
    static JobPlan plan(Job job, Collection<Pod> pods, Set<String> deleted, Instant now) {
        JobPods sorted = JobPods.of(pods, deleted);
        if (job.getMetadata().getDeletionTimestamp() != null) {
            return JobPlan.release(sorted.tracked());
        }
        if (JobConditions.isFinished(job.getStatus())) {
            return afterEnd(job, sorted, now);
        }
        return new JobPlanner(job, sorted, now).plan();
    }

    /// A finished job only lets go of its pods, and of itself when its time is up (H9.12).
    private static JobPlan afterEnd(Job job, JobPods pods, Instant now) {
        List<Pod> released = new ArrayList<>(pods.tracked());
        released.removeAll(pods.active());
        Integer seconds = job.getSpec().getTtlSecondsAfterFinished();
        Instant end = JobConditions.finishedAt(job.getStatus());
        boolean expired = false;
        Duration again = null;
        if (seconds != null && end != null) {
            Instant due = end.plusSeconds(seconds);
            expired = !due.isAfter(now);
            again = expired ? null : Duration.between(now, due);
        }
        return new JobPlan(List.of(), pods.active(), null, List.of(), released, expired, again);
    }

    private JobPlan plan() {
        startOrSuspend();
        JobEnd end = end();
        boolean isLast = false;
        if (end != null) {
            delete.addAll(pods.active());
            isLast = pods.active().isEmpty() && pods.terminating().isEmpty();
            finish(end, isLast);
        } else if (suspended) {
            delete.addAll(pods.active());
        } else {
            adjust();
            askAgainAtDeadline();
        }
        writeCounts(isLast);
        boolean changed = !status.equals(old);
        return new JobPlan(
                create, delete, changed ? status : null, events, tally.released(), false, again);
    }

    private void startOrSuspend() {
        if (suspended) {
            if (JobConditions.set(
                    status, JobConditions.SUSPENDED, true, "JobSuspended", "Job suspended", now)) {
                events.add(JobEvent.normal("Suspended", "Job suspended"));
            }
            status.setStartTime(null);
            return;
        }
        boolean resumes = JobConditions.isTrue(old, JobConditions.SUSPENDED);
        if (resumes) {
            JobConditions.set(
                    status, JobConditions.SUSPENDED, false, "JobResumed", "Job resumed", now);
            events.add(JobEvent.normal("Resumed", "Job resumed"));
        }
        if (resumes || status.getStartTime() == null) {
            status.setStartTime(seconds(now));
        }
    }

    /// Why the job ends, or null while it goes on.
    private @Nullable JobEnd end() {
        JobEnd marked = JobConditions.markedEnd(old);
        if (marked != null) {
            return marked;
        }
        if (tally.policyEnd() != null) {
            return tally.policyEnd();
        }
        if (isBackoffLimitExceeded()) {
            return JobEnd.backoffLimitExceeded();
        }
        Instant deadline = deadline();
        if (deadline != null && !now.isBefore(deadline)) {
            return JobEnd.deadlineExceeded();
        }
        Integer failedMax = spec.getMaxFailedIndexes();
        if (failedMax != null && tally.failedIndexes().size() > failedMax) {
            return JobEnd.failed(
                    "MaxFailedIndexesExceeded",
                    "Job has exceeded the specified maximal number of failed indexes");
        }
        return completion();
    }

    private @Nullable JobEnd completion() {
        JobEnd early = SuccessPolicy.end(job, tally.completedIndexes());
        if (early != null) {
            return early;
        }
        Integer completions = spec.getCompletions();
        if (completions == null) {
            boolean idle = pods.active().isEmpty() && pods.terminating().isEmpty();
            return tally.succeeded() > 0 && idle ? JobEnd.completed() : null;
        }
        if (tally.succeeded() >= completions) {
            return JobEnd.completed();
        }
        int failedIndexes = tally.failedIndexes().size();
        return failedIndexes > 0 && tally.succeeded() + failedIndexes >= completions
                ? JobEnd.failed("FailedIndexes", "Job has failed indexes")
                : null;
    }

    private boolean isBackoffLimitExceeded() {
        int limit = Objects.requireNonNullElse(spec.getBackoffLimit(), 6);
        if (tally.failed() > limit) {
            return true;
        }
        if (!"OnFailure".equals(spec.getTemplate().getSpec().getRestartPolicy())) {
            return false;
        }
        int restarts = pods.active().stream().mapToInt(JobPods::restarts).sum();
        return limit == 0 ? restarts > 0 : restarts >= limit;
    }

    private void finish(JobEnd end, boolean isLast) {
        JobConditions.set(status, end.mark(), true, end.reason(), end.message(), now);
        if (!isLast) {
            return;
        }
        JobConditions.set(status, end.condition(), true, end.reason(), end.message(), now);
        if (status.getStartTime() == null) {
            status.setStartTime(seconds(now));
        }
        if (end.success()) {
            status.setCompletionTime(seconds(now));
        }
        events.add(end.event());
        Integer ttl = spec.getTtlSecondsAfterFinished();
        if (ttl != null) {
            again = Duration.ofSeconds(ttl);
        }
    }

    /// Creates pods that are missing and ends those that are too many.
    private void adjust() {
        PodDemand demand = new PodDemand(job, pods, tally, now);
        delete.addAll(demand.surplus());
        create.addAll(demand.missing());
        again = demand.again();
    }

    private @Nullable Instant deadline() {
        Long seconds = spec.getActiveDeadlineSeconds();
        String start = status.getStartTime();
        return suspended || seconds == null || start == null
                ? null
                : Instant.parse(start).plusSeconds(seconds);
    }

    private void askAgainAtDeadline() {
        Instant deadline = deadline();
        if (deadline != null) {
            Duration left = Duration.between(now, deadline);
            again = again == null || left.compareTo(again) < 0 ? left : again;
        }
    }

    private void writeCounts(boolean isLast) {
        tally.write(status, isLast);
        List<Pod> staying = new ArrayList<>(pods.active());
        staying.removeAll(delete);
        int active = staying.size() + create.size();
        status.setActive(active == 0 ? null : active);
        status.setReady((int) staying.stream().filter(JobPods::isReady).count());
        status.setTerminating(pods.terminating().size() + delete.size());
    }

    private static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
