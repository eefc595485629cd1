package dev.sluice.podscheduler.cluster;

import dev.sluice.model.Taint;
import java.util.List;
import java.util.Map;

/// A node, as far as the scheduler cares.
///
/// @param unschedulable cordoned
/// @param allocatable what pods may ask for in all
/// @param podsMax how many pods may run there
/// @param images that it has already
public record Node(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        boolean unschedulable,
        Resources allocatable,
        int podsMax,
        List<NodeImage> images) {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";
    private static final String REGION = "topology.kubernetes.io/region";

    public Node {
        labels = Map.copyOf(labels);
        taints = List.copyOf(taints);
        images = List.copyOf(images);
    }

    /// Region and zone in one key, empty when the node names neither; the old labels win (as recorded).
    String zone() {
        String region = labels.getOrDefault(OLD_REGION, labels.getOrDefault(REGION, ""));
        String zone = labels.getOrDefault(OLD_ZONE, labels.getOrDefault(ZONE, ""));
        return region.isEmpty() && zone.isEmpty() ? "" : region + "\u0000" + zone;
    }
}
