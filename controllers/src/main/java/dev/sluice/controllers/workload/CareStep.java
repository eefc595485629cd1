package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.event.Happening;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the Workload controller does next about one Workload. After a change the Workload is looked at again.
public sealed interface CareStep {

    /// Nothing is to be done.
    ///
    /// @param again when time alone will make a difference, or null
    record Rest(@Nullable Instant again) implements CareStep {}

    /// The spec is written.
    record ChangeSpec(WorkloadSpec spec) implements CareStep {}

    /// The status is written, in one write.
    ///
    /// @param events what people are told after it
    record ChangeStatus(WorkloadStatus status, List<Happening> events) implements CareStep {
        public ChangeStatus {
            events = List.copyOf(events);
        }
    }
}
