package dev.sluice.conformance.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.security.User;
import dev.sluice.conformance.embedded.Answer;
import dev.sluice.conformance.embedded.Requests;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// An API server with our kinds and checks, and no controller: what is written is only defaulted, checked and stored.
final class ValidationServer implements AutoCloseable {
    private static final String NAMESPACE = "ns";

    private static final String SETTINGS =
            "integrations: {frameworks: [batch/job, pod, deployment, statefulset]}";

    private final ApiServer server;
    private final InProcessConnection connection;

    private ValidationServer() throws StartupFailure {
        LocalClusterConfig whole =
                SluiceCluster.on(
                        ApiServerConfig.ephemeral().withPort(-1),
                        Configuration.read(SETTINGS, FeatureGates.defaultsOfPeer()));
        server = ApiServer.start(whole.server());
        connection =
                new InProcessConnection(
                        server::handle,
                        new User("admin", "", Set.of(User.MASTERS, "system:authenticated")));
        whole.prepare().forEach(step -> step.accept(connection.client()));
        create("v1", "Namespace", NAMESPACE);
        create("v1", "ServiceAccount", "default");
    }

    /// With an empty namespace `ns`.
    static ValidationServer start() {
        try {
            return new ValidationServer();
        } catch (StartupFailure failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void create(String apiVersion, String kind, String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", apiVersion).put("kind", kind);
        object.putObject("metadata").put("name", name);
        if (kind.equals("ServiceAccount")) {
            object.put("automountServiceAccountToken", false);
        }
        prepare(object)
                .ifPresent(
                        refused -> {
                            throw new IllegalStateException(refused);
                        });
    }

    /// Creates an object that a request finds there, with its status.
    ///
    /// @return the refusal, if there is one
    Optional<String> prepare(JsonNode object) {
        ObjectNode manifest = object.deepCopy();
        JsonNode status = manifest.remove("status");
        String apiVersion = manifest.path("apiVersion").asText();
        String kind = manifest.path("kind").asText();
        Answer created = send("POST", collection(apiVersion, kind), "application/json", manifest);
        if (created.succeeded() && status != null) {
            ObjectNode patch = JsonNodeFactory.instance.objectNode();
            patch.set("status", status);
            String path =
                    collection(apiVersion, kind)
                            + "/"
                            + manifest.path("metadata").path("name").asText()
                            + "/status";
            created = send("PATCH", path, "application/merge-patch+json", patch);
        }
        return created.succeeded()
                ? Optional.empty()
                : Optional.of(
                        "what is there before was refused: "
                                + created.body().path("message").asText());
    }

    Answer send(JsonNode request) {
        String path =
                collection(request.path("apiVersion").asText(), request.path("kind").asText());
        if (request.path("verb").asText().equals("create")) {
            return send("POST", path, "application/json", request.path("object"));
        }
        String type =
                request.path("patchType").asText().equals("json")
                        ? "application/json-patch+json"
                        : "application/merge-patch+json";
        String subresource = request.path("subresource").asText();
        String one = path + "/" + request.path("name").asText();
        return send(
                "PATCH",
                subresource.isEmpty() ? one : one + "/" + subresource,
                type,
                request.path("patch"));
    }

    /// The object of a request, in the version of `like`.
    JsonNode read(JsonNode request, JsonNode like) {
        String path =
                collection(like.path("apiVersion").asText(), request.path("kind").asText())
                        + "/"
                        + request.path("name").asText();
        return requests().send("GET", path, null, null).body();
    }

    private static String collection(String apiVersion, String kind) {
        String root = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        boolean clusterWide =
                !apiVersion.contains("/") && kind.equals("Namespace")
                        || apiVersion.startsWith("kueue.x-k8s.io/")
                                && !Set.of("LocalQueue", "Workload").contains(kind);
        return (clusterWide ? root : root + "/namespaces/" + NAMESPACE) + "/" + plural(kind);
    }

    private static String plural(String kind) {
        String lower = kind.toLowerCase(Locale.ROOT);
        if (lower.endsWith("s")) {
            return lower + "es";
        }
        return lower.endsWith("y") ? lower.substring(0, lower.length() - 1) + "ies" : lower + "s";
    }

    private Answer send(String method, String path, String contentType, JsonNode body) {
        return requests().send(method, path, contentType, body.toString());
    }

    private Requests requests() {
        return new Requests(connection.client());
    }

    @Override
    public void close() {
        connection.close();
        server.close();
    }
}
