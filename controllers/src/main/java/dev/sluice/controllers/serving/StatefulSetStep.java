package dev.sluice.controllers.serving;

import dev.sluice.controllers.job.JobStep;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/// The next thing to do about a StatefulSet. After each one it is looked at again.
sealed interface StatefulSetStep {

    /// What is done about a job of any kind.
    record OfJob(JobStep step) implements StatefulSetStep {}

    /// These pods are told their group and what the StatefulSet asks for (L3.61).
    record Mark(List<Pod> pods) implements StatefulSetStep {}

    /// These pods are of a template that nobody wants any more, and have not started: new ones take their places (L3.66).
    record Replace(List<Pod> pods) implements StatefulSetStep {}
}
