package dev.sluice.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.ObjectReader;
import org.jspecify.annotations.Nullable;

/// Finds the server behind a Service: by its EndpointSlices, by its Endpoints, by its external name, and else on this
/// machine when an annotation of the Service names a port (H2.87).
public final class ServiceAddresses {
    /// An annotation of a Service whose server runs on this machine: the port on which it listens.
    public static final String LOOPBACK_PORT = "sluice.dev/loopback-port";

    private final ObjectReader objects;

    public ServiceAddresses(ObjectReader objects) {
        this.objects = objects;
    }

    /// Where a Service's server is.
    sealed interface Found {
        record At(String host, int port) implements Found {}

        record Nowhere(String why) implements Found {}
    }

    /// @param port of the Service
    Found find(String namespace, String name, int port) {
        ObjectNode service = objects.get("services", namespace, name);
        if (service == null) {
            return new Found.Nowhere("service \"" + name + "\" not found");
        }
        JsonNode chosen = null;
        for (JsonNode candidate : service.path("spec").path("ports")) {
            if (candidate.path("port").asInt() == port) {
                chosen = candidate;
            }
        }
        if (chosen == null) {
            return new Found.Nowhere(
                    "no service port " + port + " found for service \"" + name + "\"");
        }
        if (service.path("spec").path("type").asText().equals("ExternalName")) {
            return new Found.At(service.path("spec").path("externalName").asText(), port);
        }
        Found found = inSlices(namespace, name, chosen);
        found = found != null ? found : inEndpoints(namespace, name, chosen);
        found = found != null ? found : onLoopback(service);
        return found != null
                ? found
                : new Found.Nowhere(
                        "no endpoints available for service \""
                                + name
                                + "\". Maybe its server runs on this machine: annotate the Service"
                                + " with "
                                + LOOPBACK_PORT);
    }

    private @Nullable Found inSlices(String namespace, String name, JsonNode port) {
        for (ObjectNode slice : objects.list("endpointslices.discovery.k8s.io", namespace)) {
            String owner =
                    slice.path("metadata")
                            .path("labels")
                            .path("kubernetes.io/service-name")
                            .asText("");
            int number = named(slice.path("ports"), port);
            if (!owner.equals(name) || number == 0) {
                continue;
            }
            for (JsonNode endpoint : slice.path("endpoints")) {
                boolean ready = endpoint.path("conditions").path("ready").asBoolean(true);
                if (ready && !endpoint.path("addresses").isEmpty()) {
                    return new Found.At(endpoint.path("addresses").get(0).asText(), number);
                }
            }
        }
        return null;
    }

    private @Nullable Found inEndpoints(String namespace, String name, JsonNode port) {
        ObjectNode endpoints = objects.get("endpoints", namespace, name);
        if (endpoints == null) {
            return null;
        }
        for (JsonNode subset : endpoints.path("subsets")) {
            int number = named(subset.path("ports"), port);
            if (number != 0 && !subset.path("addresses").isEmpty()) {
                return new Found.At(subset.path("addresses").get(0).path("ip").asText(), number);
            }
        }
        return null;
    }

    /// The number of the port with the same name; 0 when there is none.
    private static int named(JsonNode ports, JsonNode wanted) {
        String name = wanted.path("name").asText("");
        for (JsonNode port : ports) {
            if (port.path("name").asText("").equals(name)) {
                return port.path("port").asInt();
            }
        }
        return 0;
    }

    private static @Nullable Found onLoopback(ObjectNode service) {
        String text = service.path("metadata").path("annotations").path(LOOPBACK_PORT).asText("");
        try {
            int port = text.isEmpty() ? 0 : Integer.parseInt(text);
            return port < 1 || port > 65_535 ? null : new Found.At("127.0.0.1", port);
        } catch (NumberFormatException noPort) {
            return null;
        }
    }
}
