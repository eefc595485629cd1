package dev.sluice.api.pod;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.model.PodResources;
import dev.sluice.model.PodResources.Demand;
import dev.sluice.model.Quantity;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Translates pod specs of the API into the model.
public final class PodSpecs {
    private PodSpecs() {}

    /// What the containers of the pod ask for.
    ///
    /// @throws IllegalArgumentException if a quantity is none
    public static PodResources resources(PodSpec pod) {
        return new PodResources(
                pod.getContainers().stream().map(c -> container(c, false)).toList(),
                pod.getInitContainers().stream().map(c -> container(c, true)).toList(),
                demand(pod.getResources()),
                quantities(pod.getOverhead()));
    }

    private static PodResources.Container container(Container container, boolean init) {
        String name = container.getName() == null ? "" : container.getName();
        boolean sidecar = init && "Always".equals(container.getRestartPolicy());
        return new PodResources.Container(name, demand(container.getResources()), sidecar);
    }

    private static Demand demand(@Nullable ResourceRequirements resources) {
        return resources == null
                ? Demand.NONE
                : new Demand(
                        quantities(resources.getRequests()), quantities(resources.getLimits()));
    }

    /// Quantities of the API as those of the model, by resource.
    public static Map<String, Quantity> quantities(
            @Nullable Map<String, io.fabric8.kubernetes.api.model.Quantity> quantities) {
        if (quantities == null || quantities.isEmpty()) {
            return Map.of();
        }
        Map<String, Quantity> translated = new TreeMap<>();
        quantities.forEach((name, quantity) -> translated.put(name, quantity(quantity)));
        return translated;
    }

    /// One quantity of the API as one of the model.
    public static Quantity quantity(io.fabric8.kubernetes.api.model.Quantity quantity) {
        String format = quantity.getFormat() == null ? "" : quantity.getFormat();
        return Quantity.parse(quantity.getAmount() + format);
    }

    /// Which nodes the pod demands.
    ///
    /// An operator that does not exist becomes a requirement that says so when it is evaluated
    /// ([LabelRequirement#fault]): no node satisfies it.
    public static NodeSelection selection(PodSpec pod) {
        Map<String, String> labels =
                pod.getNodeSelector() == null ? Map.of() : pod.getNodeSelector();
        NodeSelector required = required(pod.getAffinity());
        if (required == null) {
            return labels.isEmpty()
                    ? NodeSelection.ANY
                    : new NodeSelection(labels, false, List.of());
        }
        return new NodeSelection(
                labels,
                true,
                required.getNodeSelectorTerms().stream().map(PodSpecs::term).toList());
    }

    /// One term of a node selector, required or preferred.
    public static NodeSelectorTerm term(io.fabric8.kubernetes.api.model.NodeSelectorTerm term) {
        return new NodeSelectorTerm(
                requirements(term.getMatchExpressions()), requirements(term.getMatchFields()));
    }

    private static @Nullable NodeSelector required(@Nullable Affinity affinity) {
        return affinity == null || affinity.getNodeAffinity() == null
                ? null
                : affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
    }

    private static List<LabelRequirement> requirements(List<NodeSelectorRequirement> list) {
        return list.stream().map(PodSpecs::requirement).toList();
    }

    private static LabelRequirement requirement(NodeSelectorRequirement requirement) {
        LabelRequirement.Operator operator =
                LabelRequirement.Operator.of(requirement.getOperator());
        return operator == null
                ? new LabelRequirement(
                        requirement.getKey(), LabelRequirement.Operator.IN, List.of())
                : new LabelRequirement(requirement.getKey(), operator, requirement.getValues());
    }

    /// Tolerations of pods and flavors.
    public static List<Toleration> tolerations(
            List<io.fabric8.kubernetes.api.model.Toleration> tolerations) {
        return tolerations.stream().map(PodSpecs::toleration).toList();
    }

    private static Toleration toleration(io.fabric8.kubernetes.api.model.Toleration toleration) {
        String effect = toleration.getEffect();
        return new Toleration(
                orEmpty(toleration.getKey()),
                operator(toleration.getOperator()),
                orEmpty(toleration.getValue()),
                effect == null || effect.isEmpty() ? null : Taint.Effect.of(effect),
                toleration.getTolerationSeconds());
    }

    private static Toleration.Operator operator(@Nullable String operator) {
        return switch (orEmpty(operator)) {
            case "Exists" -> Toleration.Operator.EXISTS;
            case "Lt" -> Toleration.Operator.LT;
            case "Gt" -> Toleration.Operator.GT;
            default -> Toleration.Operator.EQUAL;
        };
    }

    /// Taints of nodes and flavors.
    public static List<Taint> taints(List<io.fabric8.kubernetes.api.model.Taint> taints) {
        return taints.stream()
                .map(
                        t ->
                                new Taint(
                                        t.getKey(),
                                        orEmpty(t.getValue()),
                                        Taint.Effect.of(t.getEffect())))
                .toList();
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
