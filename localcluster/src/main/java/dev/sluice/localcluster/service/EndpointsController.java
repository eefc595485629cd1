package dev.sluice.localcluster.service;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.EndpointAddress;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.EndpointPort;
import io.fabric8.kubernetes.api.model.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.EndpointSubset;
import io.fabric8.kubernetes.api.model.EndpointSubsetBuilder;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Writes for each Service with a selector an Endpoints object of its name.
public final class EndpointsController {
    private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
    private static final String MANAGER = "endpoint-controller";
    private static final int WORKERS = 2;

    private final Cluster cluster;
    private final Cache<Service> services;
    private final Cache<Endpoints> endpoints;
    private final ServiceBackends backends;

    /// Registers the loop; it runs once the cluster starts.
    public EndpointsController(Cluster cluster) {
        this.cluster = cluster;
        this.services = cluster.cache(Service.class);
        this.endpoints = cluster.cache(Endpoints.class);
        this.backends = new ServiceBackends(cluster);
        cluster.loop("endpoints", WORKERS, this::reconcile)
                .onEach(services)
                .onEach(endpoints)
                .on(cluster.cache(Pod.class), backends::servicesOf);
    }

    private Outcome reconcile(Key key) {
        Service service = services.get(key).orElse(null);
        Endpoints known = endpoints.get(key).orElse(null);
        if (service == null) {
            // Without a service of that name they were written by hand, or their service is gone.
            if (known != null && isOurs(known)) {
                cluster.delete(known, DeletionPropagation.BACKGROUND);
            }
            return Outcome.done();
        }
        if (!ServiceBackends.hasSelector(service)) {
            return Outcome.done();
        }
        List<EndpointSubset> subsets = subsets(service);
        if (known == null) {
            cluster.create(
                    new EndpointsBuilder()
                            .withNewMetadata()
                            .withNamespace(key.namespace())
                            .withName(key.name())
                            .withLabels(service.getMetadata().getLabels())
                            .addToLabels(MANAGED_BY, MANAGER)
                            .endMetadata()
                            .withSubsets(subsets)
                            .build());
        } else if (!subsets.equals(Objects.requireNonNullElse(known.getSubsets(), List.of()))) {
            cluster.update(new EndpointsBuilder(known).withSubsets(subsets).build());
        }
        return Outcome.done();
    }

    private static boolean isOurs(Endpoints known) {
        Map<String, String> labels = known.getMetadata().getLabels();
        return labels != null && MANAGER.equals(labels.get(MANAGED_BY));
    }

    /// One subset for each set of ports that pods have.
    private List<EndpointSubset> subsets(Service service) {
        Map<List<ServiceBackends.Port>, List<Pod>> podsByPorts = new LinkedHashMap<>();
        for (Pod pod : backends.of(service)) {
            podsByPorts
                    .computeIfAbsent(ServiceBackends.ports(service, pod), _ -> new ArrayList<>())
                    .add(pod);
        }
        List<EndpointSubset> subsets = new ArrayList<>();
        podsByPorts.forEach((ports, pods) -> subsets.add(subset(service, ports, pods)));
        return subsets;
    }

    private static EndpointSubset subset(
            Service service, List<ServiceBackends.Port> ports, List<Pod> pods) {
        List<EndpointAddress> ready = new ArrayList<>();
        List<EndpointAddress> notReady = new ArrayList<>();
        for (Pod pod : pods) {
            (ServiceBackends.isReady(service, pod) ? ready : notReady).add(address(pod));
        }
        List<EndpointPort> numbers = new ArrayList<>();
        for (ServiceBackends.Port port : ports) {
            numbers.add(
                    new EndpointPortBuilder()
                            .withName(port.name())
                            .withProtocol(port.protocol())
                            .withPort(port.number())
                            .withAppProtocol(port.appProtocol())
                            .build());
        }
        return new EndpointSubsetBuilder()
                .withAddresses(ready)
                .withNotReadyAddresses(notReady)
                .withPorts(numbers)
                .build();
    }

    private static EndpointAddress address(Pod pod) {
        return new EndpointAddressBuilder()
                .withIp(pod.getStatus().getPodIP())
                .withNodeName(pod.getSpec().getNodeName())
                .withNewTargetRef()
                .withKind("Pod")
                .withNamespace(pod.getMetadata().getNamespace())
                .withName(pod.getMetadata().getName())
                .withUid(pod.getMetadata().getUid())
                .endTargetRef()
                .build();
    }
}
