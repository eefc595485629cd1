package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.PodSet;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// Scheduling gates of pods that somebody else has to take away: the job is admitted and still does not run (FA8). They
/// are never removed here.
final class ForeignGates {
    private static final String OURS = "kueue.x-k8s.io/";

    private ForeignGates() {}

    /// What to tell about them, or empty when the pods have none.
    static Optional<String> note(List<PodSet> podSets) {
        TreeSet<String> gates = new TreeSet<>();
        for (PodSet podSet : podSets) {
            podSet.template().getSpec().getSchedulingGates().stream()
                    .map(PodSchedulingGate::getName)
                    .filter(gate -> !gate.startsWith(OURS))
                    .forEach(gates::add);
        }
        return gates.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Admitted, but the pods are still held by scheduling gates of others: "
                                + String.join(", ", gates));
    }
}
