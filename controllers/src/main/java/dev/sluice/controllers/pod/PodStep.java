package dev.sluice.controllers.pod;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobStep;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/// The next thing to do about a group of pods. After each one the group is looked at again.
sealed interface PodStep {

    /// What is done about a job of any kind.
    record OfJob(JobStep step) implements PodStep {}

    /// These pods are not needed any more: nothing here keeps them from going (L3.34).
    record Finalize(List<Pod> pods) implements PodStep {}

    /// These pods are more than the group is to have (L3.26).
    record RemoveExcess(List<Pod> pods) implements PodStep {}

    /// These pods belong to the Workload as well (L3.30).
    record Own(Workload workload, List<Pod> pods) implements PodStep {}
}
