package dev.sluice.controllers.serving;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.pod.PodJob;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A StatefulSet with everything that a decision about it depends on, read at one moment.
///
/// @param pods all that it controls
/// @param group those of them that are members of its group, as one job; null when there are none
/// @param marks what its pods are to be told
/// @param workload its Workload, or null
/// @param view the StatefulSet as a job, that stands still as far as itself is concerned: its pods are started and stopped as
///     those of any group are
record StatefulSetView(
        StatefulSet set,
        List<Pod> pods,
        @Nullable PodJob group,
        PodMarks marks,
        @Nullable Workload workload,
        JobView view) {

    StatefulSetView {
        pods = List.copyOf(pods);
    }
}
