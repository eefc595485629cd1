package dev.sluice.localcluster.service;

import dev.sluice.localcluster.replica.PodHealth;
import dev.sluice.localcluster.replica.Selection;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The pods behind services.
final class ServiceBackends {
    private final Cache<Service> services;
    private final Cache<Pod> pods;

    /// A port of a service as it is at one pod.
    record Port(@Nullable String name, String protocol, int number, @Nullable String appProtocol) {}

    ServiceBackends(Cluster cluster) {
        this.services = cluster.cache(Service.class);
        this.pods = cluster.cache(Pod.class);
    }

    /// The services that a change of a pod concerns.
    List<Key> servicesOf(Change<Pod> change) {
        List<Key> keys = new ArrayList<>();
        for (Service service : services.inNamespace(change.key().namespace())) {
            boolean before = change.before() != null && selects(service, change.before());
            if (before || selects(service, change.latest())) {
                keys.add(Key.of(service));
            }
        }
        return keys;
    }

    /// Whether pods are chosen by the service itself, and not by whoever writes its endpoints by hand.
    static boolean hasSelector(Service service) {
        Map<String, String> selector = service.getSpec().getSelector();
        return selector != null
                && !selector.isEmpty()
                && !"ExternalName".equals(service.getSpec().getType());
    }

    private static boolean selects(Service service, Pod pod) {
        return hasSelector(service)
                && Selection.labels(pod)
                        .entrySet()
                        .containsAll(service.getSpec().getSelector().entrySet());
    }

    /// The pods of a service that have an address and have not ended, by name.
    List<Pod> of(Service service) {
        return pods.inNamespace(service.getMetadata().getNamespace()).stream()
                .filter(pod -> selects(service, pod))
                .filter(pod -> pod.getStatus() != null && pod.getStatus().getPodIP() != null)
                .filter(pod -> !PodHealth.hasEnded(pod))
                .sorted(Comparator.comparing(pod -> pod.getMetadata().getName()))
                .toList();
    }

    /// The ports of a service as they are at a pod; a named port that the pod lacks is left out.
    static List<Port> ports(Service service, Pod pod) {
        List<Port> ports = new ArrayList<>();
        for (ServicePort port :
                Objects.requireNonNullElse(service.getSpec().getPorts(), List.<ServicePort>of())) {
            Integer number = number(port, pod);
            if (number != null) {
                ports.add(
                        new Port(
                                port.getName(),
                                Objects.requireNonNullElse(port.getProtocol(), "TCP"),
                                number,
                                port.getAppProtocol()));
            }
        }
        return ports;
    }

    private static @Nullable Integer number(ServicePort port, Pod pod) {
        if (port.getTargetPort() == null || port.getTargetPort().getValue() == null) {
            return port.getPort();
        }
        if (port.getTargetPort().getIntVal() != null) {
            return port.getTargetPort().getIntVal();
        }
        String name = port.getTargetPort().getStrVal();
        for (Container container : pod.getSpec().getContainers()) {
            for (ContainerPort candidate :
                    Objects.requireNonNullElse(container.getPorts(), List.<ContainerPort>of())) {
                if (name.equals(candidate.getName())) {
                    return candidate.getContainerPort();
                }
            }
        }
        return null;
    }

    static boolean isReady(Service service, Pod pod) {
        boolean always = Boolean.TRUE.equals(service.getSpec().getPublishNotReadyAddresses());
        return always || PodHealth.isReady(pod) && pod.getMetadata().getDeletionTimestamp() == null;
    }
}
