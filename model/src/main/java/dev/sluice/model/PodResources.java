package dev.sluice.model;

import java.util.List;
import java.util.Map;

/// What the containers of a pod ask for: the part of a pod spec that its requests are computed from.
///
/// @param containers the containers that run side by side
/// @param initContainers in their order; those that restart always are sidecars
/// @param podLevel resources given for the pod as a whole
/// @param overhead what the runtime class adds
public record PodResources(
        List<Container> containers,
        List<Container> initContainers,
        Demand podLevel,
        Map<String, Quantity> overhead) {

    /// Requests and limits by resource.
    public record Demand(Map<String, Quantity> requests, Map<String, Quantity> limits) {

        public static final Demand NONE = new Demand(Map.of(), Map.of());

        public Demand {
            requests = Map.copyOf(requests);
            limits = Map.copyOf(limits);
        }

        public boolean isEmpty() {
            return requests.isEmpty() && limits.isEmpty();
        }
    }

    /// One container.
    ///
    /// @param sidecar an init container that restarts always
    public record Container(String name, Demand demand, boolean sidecar) {}

    public PodResources {
        containers = List.copyOf(containers);
        initContainers = List.copyOf(initContainers);
        overhead = Map.copyOf(overhead);
    }
}
