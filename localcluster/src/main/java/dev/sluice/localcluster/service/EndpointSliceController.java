package dev.sluice.localcluster.service;

import dev.sluice.localcluster.replica.PodHealth;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPort;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointPortBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Writes for each Service with a selector the EndpointSlices of its pods, at most 100 pods in each.
public final class EndpointSliceController {
    private static final String SERVICE = "kubernetes.io/service-name";
    private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
    private static final String MANAGER = "endpointslice-controller.k8s.io";
    private static final int ENDPOINTS_MAX = 100;
    private static final int WORKERS = 2;

    private final Cluster cluster;
    private final Cache<Service> services;
    private final Cache<EndpointSlice> slices;
    private final ServiceBackends backends;

    /// Registers the loop; it runs once the cluster starts.
    public EndpointSliceController(Cluster cluster) {
        this.cluster = cluster;
        this.services = cluster.cache(Service.class);
        this.slices = cluster.cache(EndpointSlice.class);
        this.backends = new ServiceBackends(cluster);
        slices.index(SERVICE, slice -> isOurs(slice) ? List.of(service(slice)) : List.of());
        cluster.loop("endpointslice", WORKERS, this::reconcile)
                .onEach(services)
                .on(slices, EndpointSliceController::serviceOf)
                .on(cluster.cache(Pod.class), backends::servicesOf);
    }

    private static boolean isOurs(EndpointSlice slice) {
        Map<String, String> labels = slice.getMetadata().getLabels();
        return labels != null
                && MANAGER.equals(labels.get(MANAGED_BY))
                && labels.containsKey(SERVICE);
    }

    private static String service(EndpointSlice slice) {
        return slice.getMetadata().getNamespace()
                + "/"
                + slice.getMetadata().getLabels().get(SERVICE);
    }

    private static List<Key> serviceOf(Change<EndpointSlice> change) {
        EndpointSlice slice = change.latest();
        if (!isOurs(slice)) {
            return List.of();
        }
        String service = Objects.requireNonNull(slice.getMetadata().getLabels().get(SERVICE));
        return List.of(new Key(change.key().namespace(), service));
    }

    private Outcome reconcile(Key key) {
        Service service = services.get(key).orElse(null);
        List<EndpointSlice> known = new ArrayList<>(slices.by(SERVICE, key.toString()));
        known.sort(Comparator.comparing(slice -> slice.getMetadata().getName()));
        if (service == null || !ServiceBackends.hasSelector(service)) {
            // Those of a service that is gone fall to the garbage collector.
            return Outcome.done();
        }
        List<EndpointSlice> wanted = wanted(service);
        for (int i = 0; i < wanted.size(); i++) {
            if (i >= known.size()) {
                cluster.create(wanted.get(i));
            } else if (!same(known.get(i), wanted.get(i))) {
                cluster.update(
                        new EndpointSliceBuilder(known.get(i))
                                .withEndpoints(wanted.get(i).getEndpoints())
                                .withPorts(wanted.get(i).getPorts())
                                .build());
            }
        }
        for (EndpointSlice surplus :
                known.subList(Math.min(wanted.size(), known.size()), known.size())) {
            cluster.delete(surplus, DeletionPropagation.BACKGROUND);
        }
        return Outcome.done();
    }

    private static boolean same(EndpointSlice one, EndpointSlice other) {
        return Objects.requireNonNullElse(one.getEndpoints(), List.of())
                        .equals(other.getEndpoints())
                && Objects.requireNonNullElse(one.getPorts(), List.of()).equals(other.getPorts());
    }

    /// At least one slice, be it empty, so that it shows that nobody stands behind the service.
    private List<EndpointSlice> wanted(Service service) {
        Map<List<ServiceBackends.Port>, List<Pod>> podsByPorts = new LinkedHashMap<>();
        for (Pod pod : backends.of(service)) {
            podsByPorts
                    .computeIfAbsent(ServiceBackends.ports(service, pod), _ -> new ArrayList<>())
                    .add(pod);
        }
        if (podsByPorts.isEmpty()) {
            return List.of(slice(service, List.of(), List.of()));
        }
        List<EndpointSlice> wanted = new ArrayList<>();
        podsByPorts.forEach(
                (ports, pods) -> {
                    for (int from = 0; from < pods.size(); from += ENDPOINTS_MAX) {
                        int to = Math.min(from + ENDPOINTS_MAX, pods.size());
                        wanted.add(slice(service, ports, pods.subList(from, to)));
                    }
                });
        return wanted;
    }

    private static EndpointSlice slice(
            Service service, List<ServiceBackends.Port> ports, List<Pod> pods) {
        List<EndpointPort> numbers = new ArrayList<>();
        for (ServiceBackends.Port port : ports) {
            numbers.add(
                    new EndpointPortBuilder()
                            .withName(Objects.requireNonNullElse(port.name(), ""))
                            .withProtocol(port.protocol())
                            .withPort(port.number())
                            .withAppProtocol(port.appProtocol())
                            .build());
        }
        String name = service.getMetadata().getName();
        return new EndpointSliceBuilder()
                .withNewMetadata()
                .withNamespace(service.getMetadata().getNamespace())
                .withGenerateName(name + "-")
                .withLabels(service.getMetadata().getLabels())
                .addToLabels(SERVICE, name)
                .addToLabels(MANAGED_BY, MANAGER)
                .withOwnerReferences(
                        new OwnerReferenceBuilder()
                                .withApiVersion("v1")
                                .withKind("Service")
                                .withName(name)
                                .withUid(service.getMetadata().getUid())
                                .withController(true)
                                .withBlockOwnerDeletion(true)
                                .build())
                .endMetadata()
                .withAddressType("IPv4")
                .withEndpoints(pods.stream().map(pod -> endpoint(service, pod)).toList())
                .withPorts(numbers)
                .build();
    }

    private static Endpoint endpoint(Service service, Pod pod) {
        boolean ready = ServiceBackends.isReady(service, pod);
        boolean going = pod.getMetadata().getDeletionTimestamp() != null;
        return new EndpointBuilder()
                .withAddresses(pod.getStatus().getPodIP())
                .withNewConditions()
                .withReady(ready)
                .withServing(PodHealth.isReady(pod))
                .withTerminating(going)
                .endConditions()
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
