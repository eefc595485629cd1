package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.http.RequestChain;
import dev.sluice.apiserver.security.User;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// What must be there at every start (H2.50, H2.65). It is created through the server's own front door, so that it looks
/// like any other object.
public final class Bootstrap {
    private static final List<String> NAMESPACES =
            List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private Bootstrap() {}

    /// Creates what is missing.
    public static void run(RequestChain chain, ObjectReader objects) {
        for (String name : NAMESPACES) {
            if (objects.get("namespaces", "", name) == null) {
                ObjectNode namespace = object("v1", "Namespace", name);
                create(chain, "/api/v1/namespaces", namespace);
            }
        }
        priority(
                chain,
                objects,
                "system-node-critical",
                2_000_001_000,
                "For pods that a node cannot do without and that must not be moved.");
        priority(
                chain,
                objects,
                "system-cluster-critical",
                2_000_000_000,
                "For pods that the cluster cannot do without; they may be moved to another node.");
    }

    private static void priority(
            RequestChain chain, ObjectReader objects, String name, int value, String description) {
        if (objects.get("priorityclasses.scheduling.k8s.io", "", name) == null) {
            ObjectNode priority = object("scheduling.k8s.io/v1", "PriorityClass", name);
            priority.put("value", value).put("description", description);
            create(chain, "/apis/scheduling.k8s.io/v1/priorityclasses", priority);
        }
    }

    private static ObjectNode object(String apiVersion, String kind, String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }

    private static void create(RequestChain chain, String path, ObjectNode object) {
        ApiResponse answer =
                chain.handle(
                        new ApiRequest(
                                "POST",
                                path,
                                Map.of(),
                                Map.of(),
                                object.toString().getBytes(StandardCharsets.UTF_8)),
                        User.ADMIN);
        if (answer.code() >= 300 && answer.code() != 409) {
            throw new IllegalStateException(
                    "cannot create "
                            + path
                            + ": "
                            + (answer instanceof ApiResponse.Whole whole
                                    ? new String(whole.body(), StandardCharsets.UTF_8)
                                    : answer));
        }
    }
}
