package dev.sluice.controllers.job;

import dev.sluice.api.v1beta2.PodSet;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/// Scheduling gates of pods that somebody else has to take away: the job is admitted and still does not run (FA8). They
/// are never removed here.
public final class ForeignGates {
    private static final String OURS = "kueue.x-k8s.io/";

    private ForeignGates() {}

    /// What to tell about them, or empty when the pods have none.
    static Optional<String> note(List<PodSet> podSets) {
        return note(podSets.stream().map(podSet -> podSet.template().getSpec()));
    }

    /// What to tell about those of one pod, or empty when it has none.
    public static Optional<String> note(PodSpec spec) {
        return note(Stream.of(spec));
    }

    private static Optional<String> note(Stream<PodSpec> specs) {
        TreeSet<String> gates = new TreeSet<>();
        specs.flatMap(spec -> spec.getSchedulingGates().stream())
                .map(PodSchedulingGate::getName)
                .filter(gate -> !gate.startsWith(OURS))
                .forEach(gates::add);
        return gates.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "Admitted, but the pods are still held by scheduling gates of others: "
                                + String.join(", ", gates));
    }
}
