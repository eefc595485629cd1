package dev.sluice.podscheduler;

import dev.sluice.model.NodeSelection;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pods and nodes for tests.
final class Pods {
    private Pods() {}

    static Pod pod(String name, int cpus) {
        return pod(name, cpus, 0, List.of(), null);
    }

    static Pod pod(String name, int cpus, PodRelations relations) {
        return pod(name, cpus, 0, List.of(), null, relations);
    }

    static Pod pod(String name, int cpus, int priority, List<String> gates, @Nullable String node) {
        return pod(name, cpus, priority, gates, node, PodRelations.NONE);
    }

    private static Pod pod(
            String name,
            int cpus,
            int priority,
            List<String> gates,
            @Nullable String node,
            PodRelations relations) {
        Resources asked = new Resources(cpus * 1000L, 0, 0, Collections.emptySortedMap());
        return new Pod(
                "ns",
                name,
                "uid-" + name,
                "default-scheduler",
                priority,
                Map.of(),
                gates,
                new PodShape(
                        new PodDemand(asked, asked, asked),
                        NodeSelection.ANY,
                        List.of(),
                        List.of(),
                        List.of(),
                        PodImages.NONE),
                relations,
                node,
                null,
                null,
                false,
                false,
                false,
                true);
    }

    static Pod gated(String name, int cpus, String... gates) {
        return pod(name, cpus, 0, List.of(gates), null);
    }

    static Node node(String name, int cpus) {
        return new Node(
                name,
                Map.of(),
                List.of(),
                false,
                new Resources(cpus * 1000L, 1L << 34, 0, Collections.emptySortedMap()),
                110,
                List.of());
    }
}
