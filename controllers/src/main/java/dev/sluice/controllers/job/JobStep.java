package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The next thing to do about a job. After each one the job is looked at again.
public sealed interface JobStep {

    /// A step that leaves the job itself as it is: it is done the same way for every kind.
    sealed interface OfWorkload extends JobStep {}

    /// Nothing, until something changes.
    ///
    /// @param until look again then, or null
    record Rest(@Nullable Instant until) implements OfWorkload {
        public static final Rest FOR_NOW = new Rest(null);
    }

    /// Nothing, but somebody should know why.
    ///
    /// @param subject together with the happening, what is told only once
    record Explain(String subject, Happening happening) implements OfWorkload {}

    /// A gate holds the job back, or does so no more: its status says so (KEP-6915).
    record NoteHold(JobKind.HoldNote note, Happening happening) implements JobStep {}

    record CreateWorkload(Workload workload) implements OfWorkload {}

    /// The job names a Workload that is there: it becomes its owner (L2.24).
    record Adopt(Workload workload) implements OfWorkload {}

    /// @param change the wanted spec for the newest state, or null to leave it
    record ChangeSpec(
            Workload workload,
            Function<Workload, @Nullable WorkloadSpec> change,
            @Nullable Happening happening)
            implements OfWorkload {}

    /// @param change the wanted status for the newest state, or null to leave it
    record ChangeStatus(
            Workload workload,
            Function<Workload, @Nullable WorkloadStatus> change,
            @Nullable Happening happening)
            implements OfWorkload {}

    /// @param gates who still holds the Workload back; empty for nobody
    record ChangeGates(Workload workload, String gates, Happening happening)
            implements OfWorkload {}

    record RemoveFinalizer(Workload workload, @Nullable Happening happening)
            implements OfWorkload {}

    record DeleteWorkload(Workload workload, Happening happening) implements OfWorkload {}

    /// @param original what the pods had before the start, or null when nobody knows
    record StopJob(@Nullable List<PodSetInfo> original, StopReason reason, String message)
            implements JobStep {}

    record StartJob(List<PodSetInfo> infos, Happening happening) implements JobStep {}

    record DeleteJob(Happening happening) implements JobStep {}
}
