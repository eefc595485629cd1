package dev.sluice.controllers.pod;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobView;
import org.jspecify.annotations.Nullable;

/// A group of pods with everything that a decision about it depends on, read at one moment.
///
/// @param workload the one that has the group's name, or null
/// @param composition what its Workload would ask for if it were made now; looked at only while there is none
/// @param members which pods the Workload counts on; null when there is none
/// @param view the group as a job
record GroupView(
        PodJob group,
        @Nullable Workload workload,
        Composition composition,
        @Nullable Members members,
        JobView view) {}
