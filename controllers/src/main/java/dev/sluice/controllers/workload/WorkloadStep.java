package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The next thing to do about a Workload. After each one it is looked at again.
public sealed interface WorkloadStep {

    /// Nothing, until something changes.
    ///
    /// @param until look again then, or null
    record Rest(@Nullable Instant until) implements WorkloadStep {}

    /// @param happenings told when something was written
    record ChangeStatus(
            Function<Workload, @Nullable WorkloadStatus> change, List<Happening> happenings)
            implements WorkloadStep {
        public ChangeStatus {
            happenings = List.copyOf(happenings);
        }
    }

    record ChangeSpec(Function<Workload, @Nullable WorkloadSpec> change) implements WorkloadStep {}

    record RemoveFinalizer() implements WorkloadStep {}

    record Delete(Happening happening) implements WorkloadStep {}
}
