package dev.sluice.controllers.multicluster;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The next thing to do about the copies of a Workload. After each one they are looked at again.
sealed interface DispatchStep {

    /// Nothing, until something changes.
    ///
    /// @param until look again then, or null
    record Rest(@Nullable Instant until) implements DispatchStep {}

    /// Everything that this Workload has on these workers goes: its jobs, then the copy (L5.20).
    ///
    /// @param happenings told when everything was told to go
    record Remove(List<String> clusters, List<Happening> happenings) implements DispatchStep {
        Remove(List<String> clusters) {
            this(clusters, List.of());
        }
    }

    /// Copies are created, by the names of the workers.
    record Create(SequencedMap<String, Workload> copies) implements DispatchStep {}

    /// A copy gets another spec.
    record Rewrite(String cluster, Workload copy, WorkloadSpec spec) implements DispatchStep {}

    /// A copy gets another status.
    record ChangeCopy(String cluster, Workload copy, WorkloadStatus status)
            implements DispatchStep {}

    /// A job is created on a worker.
    record CreateJob(String cluster, HasMetadata job) implements DispatchStep {}

    /// A job of the manager shows how the one on the worker does.
    record ShowJob(HasMetadata job) implements DispatchStep {}

    /// The Workload itself changes.
    ///
    /// @param happenings told when something was written
    /// @param admittedOn the worker that the Workload is admitted on by this; null for no admission
    record Change(
            Function<Workload, @Nullable WorkloadStatus> change,
            List<Happening> happenings,
            @Nullable String admittedOn)
            implements DispatchStep {}
}
