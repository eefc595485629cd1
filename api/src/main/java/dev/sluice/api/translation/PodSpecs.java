package dev.sluice.api.translation;

import dev.sluice.model.NodeSelection;
import dev.sluice.model.PodResources;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The parts of a pod spec that decisions are made on.
public final class PodSpecs {
    private static final String ALWAYS = "Always";

    private PodSpecs() {}

    /// What the pod's containers ask for, as stored: nothing is defaulted.
    ///
    /// @throws IllegalArgumentException when an amount is no quantity
    public static PodResources resources(PodSpec spec) {
        return new PodResources(
                containers(spec.getContainers()),
                containers(spec.getInitContainers()),
                demand(spec.getResources()),
                quantities(spec.getOverhead()));
    }

    private static List<PodResources.Container> containers(@Nullable List<Container> containers) {
        if (containers == null) {
            return List.of();
        }
        return containers.stream()
                .map(
                        container ->
                                new PodResources.Container(
                                        container.getName(),
                                        demand(container.getResources()),
                                        ALWAYS.equals(container.getRestartPolicy())))
                .toList();
    }

    private static PodResources.Demand demand(@Nullable ResourceRequirements resources) {
        return resources == null
                ? PodResources.Demand.NONE
                : new PodResources.Demand(
                        quantities(resources.getRequests()), quantities(resources.getLimits()));
    }

    /// Quantities of a resource list.
    ///
    /// @throws IllegalArgumentException when an amount is no quantity
    public static Map<String, Quantity> quantities(
            @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> list) {
        if (list == null || list.isEmpty()) {
            return Map.of();
        }
        Map<String, Quantity> quantities = new HashMap<>();
        list.forEach((name, quantity) -> quantities.put(name, Quantity.parse(quantity.toString())));
        return quantities;
    }

    /// Node selector and required node affinity.
    public static NodeSelection selection(PodSpec spec) {
        Map<String, String> labels = spec.getNodeSelector();
        NodeAffinity affinity =
                spec.getAffinity() == null ? null : spec.getAffinity().getNodeAffinity();
        NodeSelector required =
                affinity == null
                        ? null
                        : affinity.getRequiredDuringSchedulingIgnoredDuringExecution();
        if ((labels == null || labels.isEmpty()) && required == null) {
            return NodeSelection.ANY;
        }
        return new NodeSelection(
                labels == null ? Map.of() : labels,
                required != null,
                required == null
                        ? List.of()
                        : required.getNodeSelectorTerms().stream()
                                .map(NodeTerms::selectorTerm)
                                .toList());
    }
}
