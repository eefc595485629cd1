package dev.sluice.localcluster.quota;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import java.time.Duration;
import java.util.Set;

/// Counts what ResourceQuotas count whenever something that they may count has changed (H2.67).
public final class QuotaController {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final ApiServer server;
    private final Cache<ResourceQuota> quotas;
    private final Loop loop;

    /// Registers the loop; it runs once the cluster starts.
    public QuotaController(Cluster cluster, ApiServer server) {
        this.server = server;
        this.quotas = cluster.cache(ResourceQuota.class);
        this.loop = cluster.loop("resourcequota", 1, this::reconcile).onEach(quotas);
        server.onChange(this::changed);
    }

    /// Of quotas the cache itself tells.
    private void changed(Set<String> resources) {
        if (resources.size() == 1 && resources.contains("resourcequotas")) {
            return;
        }
        for (ResourceQuota quota : quotas.all()) {
            loop.enqueue(Key.of(quota));
        }
    }

    private Outcome reconcile(Key key) {
        return server.quotas().count(key.namespace(), key.name())
                ? Outcome.done()
                : Outcome.again(SOON);
    }
}
