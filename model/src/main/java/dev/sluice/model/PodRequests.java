package dev.sluice.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The requests of one pod, computed from its containers (R1.8).
///
/// What runs side by side is the containers and all sidecars. While starting, each init container runs with the
/// sidecars listed before it. The pod needs the greater of both per resource; pod-level requests replace that for
/// `cpu`, `memory` and `hugepages-*`, and the overhead comes on top.
public final class PodRequests {

    private PodRequests() {}

    /// Requests of one pod by resource, sorted by name.
    public static Map<String, Quantity> of(PodResources pod) {
        Map<String, Quantity> total = running(pod);
        startup(pod.initContainers())
                .forEach((name, amount) -> total.merge(name, amount, Quantity::max));
        pod.podLevel()
                .requests()
                .forEach(
                        (name, amount) -> {
                            if (isPodLevel(name)) {
                                total.put(name, amount);
                            }
                        });
        add(total, pod.overhead());
        return total;
    }

    /// Whether a resource may be requested for a pod as a whole.
    public static boolean isPodLevel(String resource) {
        return resource.equals("cpu")
                || resource.equals("memory")
                || resource.startsWith("hugepages-");
    }

    private static Map<String, Quantity> running(PodResources pod) {
        Map<String, Quantity> sum = new TreeMap<>();
        for (PodResources.Container container : pod.containers()) {
            add(sum, container.demand().requests());
        }
        for (PodResources.Container container : pod.initContainers()) {
            if (container.sidecar()) {
                add(sum, container.demand().requests());
            }
        }
        return sum;
    }

    private static Map<String, Quantity> startup(List<PodResources.Container> initContainers) {
        Map<String, Quantity> peak = new TreeMap<>();
        Map<String, Quantity> sidecars = new TreeMap<>();
        for (PodResources.Container container : initContainers) {
            if (container.sidecar()) {
                add(sidecars, container.demand().requests());
                raise(peak, sidecars);
            } else {
                Map<String, Quantity> together = new TreeMap<>(sidecars);
                add(together, container.demand().requests());
                raise(peak, together);
            }
        }
        return peak;
    }

    private static void add(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
    }

    private static void raise(Map<String, Quantity> peak, Map<String, Quantity> other) {
        other.forEach((name, amount) -> peak.merge(name, amount, Quantity::max));
    }
}
