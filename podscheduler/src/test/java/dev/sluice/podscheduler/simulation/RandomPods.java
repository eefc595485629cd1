package dev.sluice.podscheduler.simulation;

import dev.sluice.model.NodeSelection;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Pods of all kinds: small and large ones, some more important than others, some that ask for leave, and now and then one that asks
/// for more than there can be.
record RandomPods(Random random) {
    /// @param group of the pod; null when it stands alone
    /// @param mayAsk whether it may be one of those that wait for leave
    Pod pod(String name, List<String> gates, @Nullable String group, boolean mayAsk) {
        boolean absurd = random.nextInt(30) == 0;
        Resources asked = cpu(absurd ? Long.MAX_VALUE : 500L * (1 + random.nextInt(5)));
        return new Pod(
                "ns",
                name,
                "uid-" + name,
                "default-scheduler",
                random.nextInt(4) == 0 ? 100 : 0,
                random.nextInt(6) == 0 && mayAsk ? Map.of("ask", "yes") : Map.of(),
                gates,
                new PodShape(
                        new PodDemand(asked, asked, asked),
                        NodeSelection.ANY,
                        List.of(),
                        List.of(),
                        List.of(),
                        PodImages.NONE),
                new PodRelations(PodAffinity.NONE, List.of(), null, group),
                null,
                null,
                null,
                false,
                false,
                false,
                true);
    }

    static Pod with(Pod pod, List<String> gates, @Nullable String node, boolean deleting) {
        return new Pod(
                pod.namespace(),
                pod.name(),
                pod.uid(),
                pod.schedulerName(),
                pod.priority(),
                pod.labels(),
                gates,
                pod.shape(),
                pod.relations(),
                node,
                null,
                null,
                deleting,
                false,
                false,
                true);
    }

    static Resources cpu(long millis) {
        return new Resources(millis, 0, 0, Collections.emptySortedMap());
    }
}
