package dev.sluice.podscheduler.cluster;

import dev.sluice.model.PodRequests;
import dev.sluice.model.PodResources;
import dev.sluice.model.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a pod as a whole asks for (S4.60), in the three forms that the plugins need.
///
/// @param total what must be free on a node, and what a running pod occupies
/// @param scoring the incoming pod in the score of NodeResourcesFit: absent requests filled in, requests of the
///     pod as a whole ignored (as recorded)
/// @param occupied a running pod in that score: absent requests filled in, requests of the pod as a whole counted
public record PodDemand(Resources total, Resources scoring, Resources occupied) {
    private static final Map<String, Quantity> FILLERS =
            Map.of(
                    Resources.CPU, Quantity.parse("100m"),
                    Resources.MEMORY, Quantity.parse("200Mi"));

    /// A pod that asks for nothing and has no containers.
    public static final PodDemand NONE =
            new PodDemand(Resources.NONE, Resources.NONE, Resources.NONE);

    public static PodDemand of(PodResources pod) {
        PodResources filled =
                new PodResources(
                        filled(pod.containers()),
                        filled(pod.initContainers()),
                        pod.podLevel(),
                        pod.overhead());
        PodResources containersAlone =
                new PodResources(
                        filled.containers(),
                        filled.initContainers(),
                        PodResources.Demand.NONE,
                        pod.overhead());
        return new PodDemand(requests(pod), requests(containersAlone), requests(filled));
    }

    private static Resources requests(PodResources pod) {
        return Resources.of(PodRequests.of(pod));
    }

    /// An absent cpu or memory request counts as 100m or 200Mi, so that pods that ask for nothing do not pile up
    /// on one node; an explicit 0 stays 0 (S4.64).
    private static List<PodResources.Container> filled(List<PodResources.Container> containers) {
        return containers.stream()
                .map(
                        container -> {
                            Map<String, Quantity> requests = new HashMap<>(FILLERS);
                            requests.putAll(container.demand().requests());
                            return new PodResources.Container(
                                    container.name(),
                                    new PodResources.Demand(requests, container.demand().limits()),
                                    container.sidecar());
                        })
                .toList();
    }
}
