package dev.sluice.api.pod;

import dev.sluice.model.PodResources;
import dev.sluice.model.PodResources.Container;
import dev.sluice.model.PodResources.Demand;
import dev.sluice.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What is filled in before the requests of a pod are computed: the overhead of its runtime class, the defaults of
/// the namespace's LimitRanges, and limits where a request is missing, in this order (R1.6).
///
/// @param limits the namespace's LimitRanges
/// @param overhead overhead of the pod's runtime class; empty if it has none
public record Adjustment(LimitSummary limits, Map<String, Quantity> overhead) {

    /// Only fills in limits where a request is missing.
    public static final Adjustment PLAIN = new Adjustment(LimitSummary.NONE, Map.of());

    /// The adjusted pod; what it says itself always wins.
    public PodResources of(PodResources pod) {
        return new PodResources(
                containers(pod.containers()),
                containers(pod.initContainers()),
                podLevel(pod.podLevel()),
                pod.overhead().isEmpty() ? overhead : pod.overhead());
    }

    private List<Container> containers(List<Container> containers) {
        return containers.stream()
                .map(
                        c ->
                                new Container(
                                        c.name(),
                                        filled(c.demand(), limits.container()),
                                        c.sidecar()))
                .toList();
    }

    /// Defaults for pods count only for one that has resources of its own (R1.6 step 2).
    private Demand podLevel(Demand demand) {
        return demand.isEmpty() ? demand : filled(demand, limits.pod());
    }

    private static Demand filled(Demand demand, LimitSummary.Limits defaults) {
        Map<String, Quantity> allLimits = new TreeMap<>(defaults.defaults());
        allLimits.putAll(demand.limits());
        Map<String, Quantity> requests = new TreeMap<>(allLimits);
        requests.putAll(defaults.defaultRequests());
        requests.putAll(demand.requests());
        return new Demand(requests, allLimits);
    }
}
