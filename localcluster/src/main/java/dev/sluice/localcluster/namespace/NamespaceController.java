package dev.sluice.localcluster.namespace;

import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.inprocess.InProcessConnection.Answer;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Empties a namespace that is being deleted before it lets it go.
public final class NamespaceController {
    private static final String FINALIZER = "kubernetes";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int WORKERS = 4;

    private final Cluster cluster;
    private final InProcessConnection connection;
    private final Purge purge;
    private final Cache<Namespace> namespaces;

    /// Registers the loop; it runs once the cluster starts.
    public NamespaceController(
            Cluster cluster, InProcessConnection connection, KindRegistry kinds) {
        this.cluster = cluster;
        this.connection = connection;
        this.purge = new Purge(connection, kinds);
        this.namespaces = cluster.cache(Namespace.class);
        cluster.loop("namespace", WORKERS, this::reconcile).onEach(namespaces);
    }

    private Outcome reconcile(Key key) {
        return namespaces
                .get(key)
                .filter(namespace -> namespace.getMetadata().getDeletionTimestamp() != null)
                .map(this::end)
                .orElseGet(Outcome::done);
    }

    private Outcome end(Namespace namespace) {
        List<String> finalizers =
                namespace.getSpec() == null
                        ? List.of()
                        : Objects.requireNonNullElse(
                                namespace.getSpec().getFinalizers(), List.of());
        if (!finalizers.contains(FINALIZER)) {
            return Outcome.done();
        }
        Purge.Rest rest = purge.run(namespace.getMetadata().getName());
        if (rest.isEmpty()) {
            finish(namespace, finalizers);
            return Outcome.done();
        }
        List<NamespaceCondition> known =
                namespace.getStatus() == null
                        ? List.of()
                        : Objects.requireNonNullElse(
                                namespace.getStatus().getConditions(), List.of());
        List<NamespaceCondition> conditions =
                DeletionConditions.of(rest, known, cluster.clock().instant());
        if (!conditions.equals(known)) {
            cluster.updateStatus(
                    new NamespaceBuilder(namespace)
                            .editOrNewStatus()
                            .withConditions(conditions)
                            .endStatus()
                            .build());
        }
        return Outcome.again(LOOK_AGAIN);
    }

    private void finish(Namespace namespace, List<String> finalizers) {
        Namespace free =
                new NamespaceBuilder(namespace)
                        .editSpec()
                        .withFinalizers(
                                finalizers.stream().filter(f -> !f.equals(FINALIZER)).toList())
                        .endSpec()
                        .build();
        Answer answer =
                connection.send(
                        "PUT",
                        "/api/v1/namespaces/" + namespace.getMetadata().getName() + "/finalize",
                        Map.of(),
                        "application/json",
                        cluster.json(free));
        boolean gone = answer.code() == HttpURLConnection.HTTP_NOT_FOUND;
        if (!answer.succeeded() && !gone) {
            throw new KubernetesClientException(
                    answer.body().path("message").asText(), answer.code(), null);
        }
    }
}
