package dev.sluice.localcluster.namespace;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.util.List;

/// Gives every namespace its ServiceAccount `default`, without which no pod can be made there.
public final class ServiceAccountController {
    private static final String DEFAULT = "default";
    private static final int WORKERS = 2;

    private final Cluster cluster;
    private final Cache<Namespace> namespaces;
    private final Cache<ServiceAccount> accounts;

    /// Registers the loop; it runs once the cluster starts.
    public ServiceAccountController(Cluster cluster) {
        this.cluster = cluster;
        this.namespaces = cluster.cache(Namespace.class);
        this.accounts = cluster.cache(ServiceAccount.class);
        cluster.loop("serviceaccount", WORKERS, this::reconcile)
                .onEach(namespaces)
                .on(accounts, ServiceAccountController::lost);
    }

    private static List<Key> lost(Change<ServiceAccount> change) {
        return change.after() == null && change.key().name().equals(DEFAULT)
                ? List.of(Key.cluster(change.key().namespace()))
                : List.of();
    }

    private Outcome reconcile(Key key) {
        Namespace namespace = namespaces.get(key).orElse(null);
        boolean wanted =
                namespace != null && namespace.getMetadata().getDeletionTimestamp() == null;
        if (wanted && accounts.get(key.name(), DEFAULT).isEmpty()) {
            Furnishing.put(
                    cluster,
                    new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withNamespace(key.name())
                            .withName(DEFAULT)
                            .endMetadata()
                            .build());
        }
        return Outcome.done();
    }
}
