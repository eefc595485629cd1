package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is to be done about a job, in this order: pods created, pods deleted, the status written, events told,
/// finalizers taken off.
///
/// The order carries the exactness of the counts (H9.3): a pod's end is in the status, by uid or in a counter of a
/// finished job, before the pod loses the finalizer that keeps it from disappearing.
///
/// @param create one pod for each, by completion index; -1 for jobs without indexes
/// @param delete pods to be ended; they lose the finalizer first, since we end them and their end counts for nothing
/// @param status the new status, or null when it stays
/// @param events what to tell people, once the status is written
/// @param release ended pods that lose the finalizer, now that they are counted
/// @param deleteJob true when the job's time after its end is up
/// @param again when to look again although nothing happened; null when there is no such time
record JobPlan(
        List<Creation> create,
        List<Pod> delete,
        @Nullable JobStatus status,
        List<JobEvent> events,
        List<Pod> release,
        boolean deleteJob,
        @Nullable Duration again) {

    /// A pod to be made.
    ///
    /// @param index its completion index, or -1
    /// @param earlierFailures how often pods of this index failed
    record Creation(int index, int earlierFailures) {}

    JobPlan {
        create = List.copyOf(create);
        delete = List.copyOf(delete);
        events = List.copyOf(events);
        release = List.copyOf(release);
    }

    static JobPlan nothing() {
        return new JobPlan(List.of(), List.of(), null, List.of(), List.of(), false, null);
    }

    /// Nothing but to let go of pods.
    static JobPlan release(List<Pod> pods) {
        return new JobPlan(List.of(), List.of(), null, List.of(), pods, false, null);
    }
}
