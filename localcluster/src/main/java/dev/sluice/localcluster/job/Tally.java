package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import io.fabric8.kubernetes.api.model.batch.v1.UncountedTerminatedPods;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// How many pods of a job have ended, counted exactly once each (H9.3).
///
/// A pod's way into the counters: it ends; its uid goes into `uncountedTerminatedPods`; it loses the finalizer; its uid leaves
/// the list and the counter rises. Whichever step is the last that was written, the next look goes on from there.
/// Indexes need no list: adding one to a set twice does no harm.
final class Tally {
    private final Job job;
    private final boolean suspended;

    /// In the list, and their pods still there with the finalizer.
    private final Set<String> pendingSucceeded = new LinkedHashSet<>();

    private final Set<String> pendingFailed = new LinkedHashSet<>();

    /// Whose pods have let go: they are counted from now on.
    private int settledSucceeded;

    private int settledFailed;
    private final SortedSet<Integer> completedIndexes;
    private final SortedSet<Integer> failedIndexes;
    private final List<Pod> released = new ArrayList<>();
    private final FailurePolicy policy;
    private @Nullable JobEnd policyEnd;

    Tally(Job job, JobPods pods, boolean suspended) {
        this.job = job;
        this.suspended = suspended;
        this.policy = FailurePolicy.of(job);
        int completions =
                Objects.requireNonNullElse(job.getSpec().getCompletions(), Integer.MAX_VALUE);
        JobStatus status = status();
        completedIndexes =
                Indexes.parse(
                        Objects.requireNonNullElse(status.getCompletedIndexes(), ""), completions);
        failedIndexes =
                Indexes.parse(
                        Objects.requireNonNullElse(status.getFailedIndexes(), ""), completions);
        settle(pods);
        for (Pod pod : pods.tracked()) {
            count(pod, completions);
        }
    }

    private JobStatus status() {
        return Objects.requireNonNullElseGet(job.getStatus(), JobStatus::new);
    }

    private void settle(JobPods pods) {
        Set<String> held = new HashSet<>();
        pods.tracked().forEach(pod -> held.add(JobPods.uid(pod)));
        UncountedTerminatedPods listed = status().getUncountedTerminatedPods();
        if (listed == null) {
            return;
        }
        for (String uid : listed.getSucceeded()) {
            if (held.contains(uid)) {
                pendingSucceeded.add(uid);
            } else {
                settledSucceeded++;
            }
        }
        for (String uid : listed.getFailed()) {
            if (held.contains(uid)) {
                pendingFailed.add(uid);
            } else {
                settledFailed++;
            }
        }
    }

    private void count(Pod pod, int completions) {
        if (JobPods.hasSucceeded(pod)) {
            released.add(pod);
            countSuccess(pod, completions);
        } else if (endsForNothing(pod)) {
            released.add(pod);
        } else if (isFailed(pod)) {
            released.add(pod);
            if (!pendingFailed.contains(JobPods.uid(pod))) {
                countFailure(pod);
            }
        }
    }

    private void countSuccess(Pod pod, int completions) {
        if (!JobPods.isIndexed(job)) {
            pendingSucceeded.add(JobPods.uid(pod));
            return;
        }
        int index = JobPods.index(pod);
        if (index >= 0 && index < completions) {
            completedIndexes.add(index);
        }
    }

    private void countFailure(Pod pod) {
        switch (policy.verdict(pod)) {
            case FailurePolicy.Verdict.Ignore() -> {}
            case FailurePolicy.Verdict.Count() -> {
                pendingFailed.add(JobPods.uid(pod));
                failIndexIfSpent(pod);
            }
            case FailurePolicy.Verdict.FailIndex() -> {
                pendingFailed.add(JobPods.uid(pod));
                failedIndexes.add(JobPods.index(pod));
            }
            case FailurePolicy.Verdict.FailJob(String message) -> {
                pendingFailed.add(JobPods.uid(pod));
                policyEnd = JobEnd.failed("PodFailurePolicy", message);
            }
        }
    }

    private void failIndexIfSpent(Pod pod) {
        Integer limit = job.getSpec().getBackoffLimitPerIndex();
        int index = JobPods.index(pod);
        if (limit != null && index >= 0 && JobPods.earlierFailures(pod) >= limit) {
            failedIndexes.add(index);
        }
    }

    /// A pod that a suspension ended counts for nothing (H9.6).
    private boolean endsForNothing(Pod pod) {
        return suspended && JobPods.isDeleting(pod);
    }

    /// A pod that is being deleted has failed as far as the job is concerned, unless replacements wait for its end (H9.2).
    private boolean isFailed(Pod pod) {
        if (JobPods.hasFailed(pod)) {
            return true;
        }
        boolean pending =
                "Pending".equals(pod.getStatus() == null ? null : pod.getStatus().getPhase());
        return JobPods.isDeleting(pod) && (pending || !replacesOnlyFailed(job));
    }

    static boolean replacesOnlyFailed(Job job) {
        return "Failed".equals(job.getSpec().getPodReplacementPolicy());
    }

    /// All successes that are known, counted or about to be.
    int succeeded() {
        return JobPods.isIndexed(job)
                ? completedIndexes.size()
                : counted(status().getSucceeded()) + settledSucceeded + pendingSucceeded.size();
    }

    /// All failures that are known, counted or about to be.
    int failed() {
        return counted(status().getFailed()) + settledFailed + pendingFailed.size();
    }

    SortedSet<Integer> completedIndexes() {
        return completedIndexes;
    }

    SortedSet<Integer> failedIndexes() {
        return failedIndexes;
    }

    /// The end that a rule of the failure policy calls for, or null.
    @Nullable JobEnd policyEnd() {
        return policyEnd;
    }

    /// Pods that are in the status once it is written, and may go.
    List<Pod> released() {
        return released;
    }

    /// Writes the counts into a status.
    ///
    /// @param isLast the job finishes with this write; nothing is counted after it, so the list is not needed
    void write(JobStatus status, boolean isLast) {
        int succeeded = isLast ? succeeded() : counted(status().getSucceeded()) + settledSucceeded;
        if (JobPods.isIndexed(job)) {
            succeeded = completedIndexes.size();
            status.setCompletedIndexes(textOrNull(completedIndexes));
            status.setFailedIndexes(
                    job.getSpec().getBackoffLimitPerIndex() == null
                            ? status.getFailedIndexes()
                            : Indexes.format(failedIndexes));
        }
        int failed = isLast ? failed() : counted(status().getFailed()) + settledFailed;
        status.setSucceeded(succeeded == 0 ? null : succeeded);
        status.setFailed(failed == 0 ? null : failed);
        UncountedTerminatedPods listed = new UncountedTerminatedPods();
        if (!isLast) {
            listed.setSucceeded(List.copyOf(pendingSucceeded));
            listed.setFailed(List.copyOf(pendingFailed));
        }
        status.setUncountedTerminatedPods(listed);
    }

    private static @Nullable String textOrNull(SortedSet<Integer> indexes) {
        return indexes.isEmpty() ? null : Indexes.format(indexes);
    }

    private static int counted(@Nullable Integer counter) {
        return counter == null ? 0 : counter;
    }
}
