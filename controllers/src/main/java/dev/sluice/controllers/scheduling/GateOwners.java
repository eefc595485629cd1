package dev.sluice.controllers.scheduling;

import dev.sluice.podscheduler.Explanation;
import dev.sluice.podscheduler.Explanation.Gated.Gate;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Who holds the gates of a pod, by its managed fields (S1.12, S1.54).
record GateOwners(Pod pod) {
    /// The same gates, each with who set it, held since the pod was created.
    Explanation.Gated named(Explanation.Gated gated) {
        return new Explanation.Gated(
                gated.gates().stream().map(this::named).toList(),
                Instant.parse(pod.getMetadata().getCreationTimestamp()));
    }

    private Gate named(Gate gate) {
        String key = "k:{\"name\":\"" + gate.name() + "\"}";
        List<String> managers =
                pod.getMetadata().getManagedFields().stream()
                        .filter(entry -> hasGate(entry, key))
                        .map(ManagedFieldsEntry::getManager)
                        .distinct()
                        .toList();
        return gate.setBy(managers);
    }

    private static boolean hasGate(ManagedFieldsEntry entry, String key) {
        return entry.getFieldsV1() != null
                && entry.getFieldsV1().getAdditionalProperties().get("f:spec")
                        instanceof Map<?, ?> spec
                && spec.get("f:schedulingGates") instanceof Map<?, ?> gates
                && gates.containsKey(key);
    }
}
