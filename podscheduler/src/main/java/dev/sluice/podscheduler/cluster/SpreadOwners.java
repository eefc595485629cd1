package dev.sluice.podscheduler.cluster;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The services and controllers that tell which pods belong together, for pods that say nothing about their spreading
/// themselves (S4.86).
public final class SpreadOwners {
    private final Map<String, Map<String, Map<String, String>>> selectorsByNamespace =
            new HashMap<>();
    private final Map<Controller, LabelSelector> selectorByController = new HashMap<>();

    private record Controller(String kind, String namespace, String name) {}

    /// @param selector labels of the service's pods; an empty one stands for no selector
    public void putService(String namespace, String name, Map<String, String> selector) {
        selectorsByNamespace
                .computeIfAbsent(namespace, _ -> new HashMap<>())
                .put(name, Map.copyOf(selector));
    }

    public void removeService(String namespace, String name) {
        selectorsByNamespace.getOrDefault(namespace, new HashMap<>()).remove(name);
    }

    /// @param kind `ReplicaSet`, `StatefulSet` or `ReplicationController`
    public void putController(String kind, String namespace, String name, LabelSelector selector) {
        selectorByController.put(new Controller(kind, namespace, name), selector);
    }

    public void removeController(String kind, String namespace, String name) {
        selectorByController.remove(new Controller(kind, namespace, name));
    }

    /// The pods that belong together with this one: what all its services and its controller ask for. Null when it
    /// belongs to none.
    public @Nullable LabelSelector siblings(Pod pod) {
        Map<String, String> labels = new HashMap<>();
        for (var selector : selectorsByNamespace.getOrDefault(pod.namespace(), Map.of()).values()) {
            if (!selector.isEmpty() && containsAll(pod.labels(), selector)) {
                labels.putAll(selector);
            }
        }
        List<LabelRequirement> requirements = new ArrayList<>();
        PodRelations.Owner owner = pod.relations().owner();
        LabelSelector controller =
                owner == null
                        ? null
                        : selectorByController.get(
                                new Controller(owner.kind(), pod.namespace(), owner.name()));
        if (controller != null) {
            controller
                    .matchLabels()
                    .forEach(
                            (key, value) ->
                                    requirements.add(
                                            new LabelRequirement(
                                                    key,
                                                    LabelRequirement.Operator.IN,
                                                    List.of(value))));
            requirements.addAll(controller.matchExpressions());
        }
        return labels.isEmpty() && requirements.isEmpty()
                ? null
                : new LabelSelector(labels, requirements);
    }

    private static boolean containsAll(Map<String, String> labels, Map<String, String> wanted) {
        return wanted.entrySet().stream()
                .allMatch(e -> e.getValue().equals(labels.get(e.getKey())));
    }
}
