package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.controllers.job.JobWants;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;

/// Who gates the pods of a group. The group is held while any of its pods is (FA15). Pure.
final class PodGates {
    private PodGates() {}

    /// All gates that pods carry in this annotation, in order of the pods.
    static String of(PodJob job, String annotation) {
        SequencedSet<String> gates = new LinkedHashSet<>();
        for (Pod pod : job.pods()) {
            for (String gate : JobWants.annotation(pod, annotation).split(",", -1)) {
                if (!gate.isBlank()) {
                    gates.add(gate.strip());
                }
            }
        }
        return String.join(",", gates);
    }

    /// What to tell when the pods differ; empty when they do not.
    static Optional<String> mixture(PodJob job) {
        List<String> gated = new ArrayList<>();
        SequencedSet<String> kinds = new LinkedHashSet<>();
        for (Pod pod : job.pods()) {
            String gates =
                    JobWants.annotation(pod, Annotations.SCHEDULING_GATED_BY)
                            + JobWants.annotation(pod, Annotations.ADMISSION_GATED_BY);
            kinds.add(gates);
            if (!gates.isBlank()) {
                gated.add(PodFacts.name(pod) + " by " + gates);
            }
        }
        return kinds.size() < 2
                ? Optional.empty()
                : Optional.of(
                        "The pods of the group differ in who gates them: "
                                + String.join("; ", gated)
                                + ". The whole group waits for the last of these gates");
    }
}
