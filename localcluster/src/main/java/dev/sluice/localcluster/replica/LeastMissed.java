package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The order in which surplus pods are ended: those first that are not bound, pending, not ready, cheap to delete by
/// their own word, on a crowded node, or young.
final class LeastMissed {
    private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    private static final List<String> PHASES = List.of("Pending", "Unknown", "Running");

    private LeastMissed() {}

    static List<Pod> of(List<Pod> pods) {
        Comparator<Pod> order =
                Comparator.<Pod, Boolean>comparing(pod -> pod.getSpec().getNodeName() != null)
                        .thenComparing(pod -> PHASES.indexOf(PodHealth.phase(pod)))
                        .thenComparing(PodHealth::isReady)
                        .thenComparing(LeastMissed::cost)
                        .thenComparing(pod -> -onSameNode(pod, pods))
                        .thenComparing(
                                pod -> pod.getMetadata().getCreationTimestamp(),
                                Comparator.reverseOrder())
                        .thenComparing(pod -> pod.getMetadata().getName());
        return pods.stream().sorted(order).toList();
    }

    private static long onSameNode(Pod pod, List<Pod> pods) {
        String node = pod.getSpec().getNodeName();
        return node == null
                ? 0
                : pods.stream().filter(other -> node.equals(other.getSpec().getNodeName())).count();
    }

    private static int cost(Pod pod) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(pod.getMetadata().getAnnotations(), Map.of());
        String text = annotations.getOrDefault(DELETION_COST, "0");
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }
}
