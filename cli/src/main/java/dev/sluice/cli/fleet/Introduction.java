package dev.sluice.cli.fleet;

import dev.sluice.api.v1beta2.ClusterSource;
import dev.sluice.api.v1beta2.KubeConfigSource;
import dev.sluice.api.v1beta2.LocationType;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.api.v1beta2.MultiKueueClusterSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes a worker known to a manager: an account of the manager's in the worker, and in the manager a Secret that leads there
/// with a MultiKueueCluster that names it. What is there already and still right stays as it is; the MultiKueueCluster stays
/// in any case, for somebody may have changed it on purpose.
///
/// @param name of the worker
/// @param worker a client that may do everything there
/// @param way to the worker, from where the manager is
/// @param namespace of the controllers, in both clusters
public record Introduction(String name, KubernetesClient worker, Kubeconfig way, String namespace) {
    private static final String KEY = "kubeconfig";

    /// @param manager a client that may do everything there
    /// @param now decides which tokens are too old
    public void to(KubernetesClient manager, Instant now) {
        ManagerAccount account = new ManagerAccount(worker, namespace);
        ensure(worker, namespace(namespace));
        account.ensure();
        ensure(manager, namespace(namespace));
        Secret secret = manager.secrets().inNamespace(namespace).withName(name).get();
        Optional<Kubeconfig> known = kubeconfig(secret);
        Optional<String> token =
                known.filter(way::isProvenAs).map(kubeconfig -> kubeconfig.user().getToken());
        Kubeconfig wanted = way.withToken(account.token(token, now));
        if (!known.equals(Optional.of(wanted))) {
            write(manager, secret, wanted);
        }
        ensure(manager, cluster());
    }

    private static Optional<Kubeconfig> kubeconfig(@Nullable Secret secret) {
        return Optional.ofNullable(secret)
                .map(Secret::getData)
                .map(data -> data.get(KEY))
                .map(data -> new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8))
                .flatMap(Kubeconfig::read);
    }

    private void write(KubernetesClient manager, @Nullable Secret known, Kubeconfig kubeconfig) {
        Secret wanted =
                new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToStringData(
                                KEY, Kubeconfig.text(new TreeMap<>(Map.of(name, kubeconfig))))
                        .build();
        if (known == null) {
            manager.resource(wanted).create();
        } else {
            manager.resource(wanted).update();
        }
    }

    private MultiKueueCluster cluster() {
        MultiKueueCluster cluster = new MultiKueueCluster();
        cluster.setMetadata(new ObjectMetaBuilder().withName(name).build());
        cluster.setSpec(
                new MultiKueueClusterSpec(
                        new ClusterSource(new KubeConfigSource(name, LocationType.SECRET), null)));
        return cluster;
    }

    private static Namespace namespace(String name) {
        return new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build();
    }

    static void ensure(KubernetesClient client, HasMetadata object) {
        if (client.resource(object).get() == null) {
            client.resource(object).create();
        }
    }
}
