package dev.sluice.localcluster.namespace;

import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/// Puts into a namespace what every namespace has.
final class Furnishing {
    private Furnishing() {}

    /// Creates the object, unless it is there already or the namespace is on its way out.
    static void put(Cluster cluster, HasMetadata object) {
        try {
            cluster.create(object);
        } catch (KubernetesClientException refused) {
            boolean there = refused.getCode() == HttpURLConnection.HTTP_CONFLICT;
            // A namespace that is being deleted takes nothing new.
            boolean over =
                    refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                            || refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND;
            if (!there && !over) {
                throw refused;
            }
        }
    }
}
