package dev.sluice.controllers.job;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The defaults that an API server gives to containers, so that a Workload somebody wrote by hand can be compared with
/// a job that went through the server (T47, T79).
final class PodDefaults {
    private PodDefaults() {}

    static List<Container> defaulted(List<Container> containers) {
        return containers.stream().map(PodDefaults::defaulted).toList();
    }

    private static Container defaulted(Container container) {
        ContainerBuilder full = new ContainerBuilder(container);
        if (container.getTerminationMessagePath() == null) {
            full.withTerminationMessagePath("/dev/termination-log");
        }
        if (container.getTerminationMessagePolicy() == null) {
            full.withTerminationMessagePolicy("File");
        }
        if (container.getImagePullPolicy() == null) {
            full.withImagePullPolicy(pullPolicy(container.getImage()));
        }
        return full.withPorts(container.getPorts().stream().map(PodDefaults::port).toList())
                .withResources(resources(container.getResources()))
                .withLivenessProbe(probe(container.getLivenessProbe()))
                .withReadinessProbe(probe(container.getReadinessProbe()))
                .withStartupProbe(probe(container.getStartupProbe()))
                .build();
    }

    private static String pullPolicy(@Nullable String image) {
        if (image == null || image.contains("@")) {
            return "IfNotPresent";
        }
        String last = image.substring(image.lastIndexOf('/') + 1);
        int colon = last.indexOf(':');
        return colon < 0 || last.substring(colon + 1).equals("latest") ? "Always" : "IfNotPresent";
    }

    private static ContainerPort port(ContainerPort port) {
        return port.getProtocol() != null
                ? port
                : new ContainerPortBuilder(port).withProtocol("TCP").build();
    }

    /// What has a limit and no request asks for as much as its limit.
    private static ResourceRequirements resources(@Nullable ResourceRequirements resources) {
        if (resources == null || resources.getLimits() == null) {
            return resources == null ? new ResourceRequirements() : resources;
        }
        Map<String, Quantity> requests = new LinkedHashMap<>(resources.getLimits());
        if (resources.getRequests() != null) {
            requests.putAll(resources.getRequests());
        }
        return new ResourceRequirementsBuilder(resources).withRequests(requests).build();
    }

    private static @Nullable Probe probe(@Nullable Probe probe) {
        if (probe == null) {
            return null;
        }
        return new ProbeBuilder(probe)
                .withTimeoutSeconds(or(probe.getTimeoutSeconds(), 1))
                .withPeriodSeconds(or(probe.getPeriodSeconds(), 10))
                .withSuccessThreshold(or(probe.getSuccessThreshold(), 1))
                .withFailureThreshold(or(probe.getFailureThreshold(), 3))
                .build();
    }

    private static Integer or(@Nullable Integer value, int otherwise) {
        return value == null ? otherwise : value;
    }
}
