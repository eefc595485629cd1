package dev.sluice.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.crd.Crds;
import java.io.IOException;

/// The objects that an API server is measured with.
final class Samples {
    static final String MAPS = "/api/v1/namespaces/bench/configmaps";
    static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/bench/workloads";

    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private Samples() {}

    /// Makes the namespace of all samples, and Kueue's kinds, where they are not there yet.
    static void prepare(ApiClient client) throws IOException {
        if (!client.has(NAMESPACES + "/bench")) {
            client.create(
                    NAMESPACES,
                    """
                    {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"bench"}}""");
        }
        for (ObjectNode definition : Crds.all()) {
            String name = definition.at("/metadata/name").asText();
            if (!client.has(DEFINITIONS + "/" + name)) {
                client.create(DEFINITIONS, definition.toString());
            }
        }
    }

    static String configMap(String name) {
        return configMap(name, "colour", "red");
    }

    static String configMap(String name, String key, String value) {
        return """
        {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"%s"},"data":{"%s":"%s"}}"""
                .formatted(name, key, value);
    }

    /// As a Job of one pod with one container has it.
    static String workload(String name) {
        return """
        {"apiVersion":"kueue.x-k8s.io/v1beta2","kind":"Workload","metadata":{"name":"%s"},"spec":{"queueName":"bench","priority":0,
        "podSets":[{"name":"main","count":1,"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c",
        "image":"example.com/sleep","resources":{"requests":{"cpu":"10m","memory":"16Mi"}}}]}}}]}}"""
                .formatted(name);
    }
}
