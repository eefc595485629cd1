package dev.sluice.controllers.scheduling;

import dev.sluice.api.pod.PodSpecs;
import dev.sluice.model.PodResources;
import dev.sluice.model.PodResources.Demand;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a pod occupies while its containers are being resized in place: of what is wanted, allocated and in use, the
/// most (S4.60). A growth that its node has found impossible does not count.
final class Resizing {
    private Resizing() {}

    static PodResources resources(PodSpec spec, PodStatus status) {
        PodResources wanted = PodSpecs.resources(spec);
        Map<String, ContainerStatus> statusByName = new HashMap<>();
        statuses(status.getContainerStatuses(), statusByName);
        statuses(status.getInitContainerStatuses(), statusByName);
        if (statusByName.isEmpty()) {
            return wanted;
        }
        boolean infeasible =
                status.getConditions() != null
                        && status.getConditions().stream()
                                .anyMatch(
                                        c ->
                                                "PodResizePending".equals(c.getType())
                                                        && "Infeasible".equals(c.getReason()));
        return new PodResources(
                wanted.containers().stream()
                        .map(c -> effective(c, statusByName.get(c.name()), infeasible))
                        .toList(),
                wanted.initContainers().stream()
                        .map(
                                c ->
                                        c.sidecar()
                                                ? effective(
                                                        c, statusByName.get(c.name()), infeasible)
                                                : c)
                        .toList(),
                wanted.podLevel(),
                wanted.overhead());
    }

    private static void statuses(
            @Nullable List<ContainerStatus> statuses, Map<String, ContainerStatus> statusByName) {
        if (statuses != null) {
            statuses.forEach(status -> statusByName.put(status.getName(), status));
        }
    }

    private static PodResources.Container effective(
            PodResources.Container container,
            @Nullable ContainerStatus status,
            boolean infeasible) {
        Map<String, Quantity> allocated =
                status == null ? Map.of() : PodSpecs.quantities(status.getAllocatedResources());
        Map<String, Quantity> inUse =
                status == null || status.getResources() == null
                        ? Map.of()
                        : PodSpecs.quantities(status.getResources().getRequests());
        if (allocated.isEmpty() && inUse.isEmpty()) {
            return container;
        }
        Map<String, Quantity> most =
                new TreeMap<>(infeasible ? Map.of() : container.demand().requests());
        allocated.forEach((name, amount) -> most.merge(name, amount, Quantity::max));
        inUse.forEach((name, amount) -> most.merge(name, amount, Quantity::max));
        return new PodResources.Container(
                container.name(),
                new Demand(most, container.demand().limits()),
                container.sidecar());
    }
}
