package dev.sluice.api.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// The ClusterRoles of those who use queues and of those who keep them. `kueue-batch-user-role` and
/// `kueue-batch-admin-role` are what to bind; the others are their parts, and those that concern one namespace are
/// parts of `view`, `edit` and `admin` as well. Who labels a role of his own in the same way adds to them. The role of the
/// managers of several clusters ([#MULTIKUEUE_MANAGER]) stands by itself.
///
/// ```
///                          batch-user  batch-admin  view  edit  admin
/// queues, workloads: read      x           x          x     x     x
/// jobs: write                  x           x               (x)   (x)   what Kubernetes gives them
/// workloads: write                         x                x     x
/// LocalQueues: write                       x                      x
/// quota: write                             x
/// ```
public final class Roles {
    /// What a manager may do in its workers (L5): write copies of workloads and of their jobs.
    public static final String MULTIKUEUE_MANAGER = "sluice-multikueue-manager";

    private static final ObjectMapper JSON = new ObjectMapper();

    private Roles() {}

    /// All of them, each a fresh copy.
    public static List<ObjectNode> all() {
        List<ObjectNode> roles = new ArrayList<>();
        try (InputStream in = Roles.class.getResourceAsStream("/roles.json")) {
            for (JsonNode entry : JSON.readTree(in)) {
                roles.add(role(entry));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return roles;
    }

    private static ObjectNode role(JsonNode entry) {
        ObjectNode role =
                JSON.createObjectNode()
                        .put("apiVersion", "rbac.authorization.k8s.io/v1")
                        .put("kind", "ClusterRole");
        role.putObject("metadata").put("name", entry.path("name").asText());
        for (JsonNode label : entry.path("labels")) {
            role.withObject("/metadata/labels").put(label.asText(), "true");
        }
        if (entry.has("aggregates")) {
            role.withObject("/aggregationRule")
                    .putArray("clusterRoleSelectors")
                    .addObject()
                    .putObject("matchLabels")
                    .put(entry.path("aggregates").asText(), "true");
        }
        role.putArray("rules");
        entry.path("rules").forEach(role.withArray("/rules")::add);
        return role;
    }
}
