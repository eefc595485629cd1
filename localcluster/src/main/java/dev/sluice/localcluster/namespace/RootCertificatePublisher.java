package dev.sluice.localcluster.namespace;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Puts the certificate of the cluster's authority into every namespace, for pods that call the server. It follows no
/// ConfigMaps, of which there may be very many: one that somebody deletes comes back at the next start.
public final class RootCertificatePublisher {
    private static final String NAME = "kube-root-ca.crt";

    private final Cluster cluster;
    private final String caCertificate;
    private final Cache<Namespace> namespaces;
    private final Set<String> furnished = ConcurrentHashMap.newKeySet();

    /// Registers the loop; it runs once the cluster starts.
    ///
    /// @param caCertificate of the authority that signed the server's certificate, as PEM
    public RootCertificatePublisher(Cluster cluster, String caCertificate) {
        this.cluster = cluster;
        this.caCertificate = caCertificate;
        this.namespaces = cluster.cache(Namespace.class);
        cluster.loop("root-certificate", 1, this::reconcile).onEach(namespaces);
    }

    private Outcome reconcile(Key key) {
        Namespace namespace = namespaces.get(key).orElse(null);
        if (namespace == null) {
            furnished.remove(key.name());
        } else if (namespace.getMetadata().getDeletionTimestamp() == null
                && furnished.add(key.name())) {
            Furnishing.put(
                    cluster,
                    new ConfigMapBuilder()
                            .withNewMetadata()
                            .withNamespace(key.name())
                            .withName(NAME)
                            .endMetadata()
                            .withData(Map.of("ca.crt", caCertificate))
                            .build());
        }
        return Outcome.done();
    }
}
