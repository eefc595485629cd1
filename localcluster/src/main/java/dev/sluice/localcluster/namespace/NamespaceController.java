package dev.sluice.localcluster.namespace;

import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.localcluster.inprocess.InProcessConnection.Answer;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Gives a new namespace its default ServiceAccount and the authority's certificate, and empties one that is being
/// deleted before it lets it go.
public final class NamespaceController {
    private static final String FINALIZER = "kubernetes";
    private static final String DEFAULT_ACCOUNT = "default";
    private static final String CERTIFICATES = "kube-root-ca.crt";
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final int WORKERS = 4;

    private final Cluster cluster;
    private final InProcessConnection connection;
    private final Purge purge;
    private final String caCertificate;
    private final Cache<Namespace> namespaces;
    private final Cache<ServiceAccount> accounts;
    private final Set<String> furnished = ConcurrentHashMap.newKeySet();

    /// Registers the loop; it runs once the cluster starts.
    ///
    /// @param caCertificate of the authority that signed the server's certificate, as PEM
    public NamespaceController(
            Cluster cluster,
            InProcessConnection connection,
            KindRegistry kinds,
            String caCertificate) {
        this.cluster = cluster;
        this.connection = connection;
        this.purge = new Purge(connection, kinds);
        this.caCertificate = caCertificate;
        this.namespaces = cluster.cache(Namespace.class);
        this.accounts = cluster.cache(ServiceAccount.class);
        cluster.loop("namespace", WORKERS, this::reconcile)
                .onEach(namespaces)
                .on(accounts, NamespaceController::lostAccount);
    }

    private static List<Key> lostAccount(Change<ServiceAccount> change) {
        return change.after() == null && change.key().name().equals(DEFAULT_ACCOUNT)
                ? List.of(Key.cluster(change.key().namespace()))
                : List.of();
    }

    private Outcome reconcile(Key key) {
        Namespace namespace = namespaces.get(key).orElse(null);
        if (namespace == null) {
            furnished.remove(key.name());
            return Outcome.done();
        }
        if (namespace.getMetadata().getDeletionTimestamp() != null) {
            return end(namespace);
        }
        furnish(key.name());
        return Outcome.done();
    }

    private void furnish(String namespace) {
        if (accounts.get(namespace, DEFAULT_ACCOUNT).isEmpty()) {
            createUnlessThere(
                    new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withNamespace(namespace)
                            .withName(DEFAULT_ACCOUNT)
                            .endMetadata()
                            .build());
        }
        if (furnished.add(namespace)) {
            createUnlessThere(
                    new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace(namespace)
                            .withName(CERTIFICATES)
                            .endMetadata()
                            .withData(Map.of("ca.crt", caCertificate))
                            .build());
        }
    }

    private void createUnlessThere(HasMetadata object) {
        try {
            cluster.create(object);
        } catch (KubernetesClientException refused) {
            boolean there = refused.getCode() == HttpURLConnection.HTTP_CONFLICT;
            // A namespace that is being deleted takes nothing new.
            boolean over = refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN;
            if (!there && !over) {
                throw refused;
            }
        }
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
