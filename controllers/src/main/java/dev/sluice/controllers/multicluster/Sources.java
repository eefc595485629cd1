package dev.sluice.controllers.multicluster;

import dev.sluice.api.v1beta2.ClusterProfileReference;
import dev.sluice.api.v1beta2.ClusterSource;
import dev.sluice.api.v1beta2.KubeConfigSource;
import dev.sluice.api.v1beta2.LocationType;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.api.v1beta2.MultiKueueClusterSpec;
import dev.sluice.reconcile.Cache;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/// Finds out how the cluster of a MultiKueueCluster is reached (L5.1).
///
/// @param secrets those of the manager's namespace
/// @param namespace the manager's
record Sources(Cache<Secret> secrets, String namespace, KubeconfigPaths paths) {
    private static final String KEY = "kubeconfig";

    Access of(MultiKueueCluster cluster) {
        KubeConfigSource kubeConfig = kubeConfig(cluster).orElse(null);
        if (kubeConfig == null) {
            return new Access.Refused(
                    Access.Reason.CLUSTER_PROFILE_FEATURE_DISABLED,
                    "spec.clusterSource.clusterProfileRef is \""
                            + source(cluster)
                                    .map(ClusterSource::clusterProfileRef)
                                    .map(ClusterProfileReference::name)
                                    .orElse("")
                            + "\", but ClusterProfiles are not read; expected kubeConfig");
        }
        return isPath(kubeConfig)
                ? paths.read(kubeConfig.location())
                : secret(kubeConfig.location());
    }

    static Optional<KubeConfigSource> kubeConfig(MultiKueueCluster cluster) {
        return source(cluster).map(ClusterSource::kubeConfig);
    }

    private static Optional<ClusterSource> source(MultiKueueCluster cluster) {
        return Optional.ofNullable(cluster.getSpec()).map(MultiKueueClusterSpec::clusterSource);
    }

    static boolean isPath(KubeConfigSource source) {
        return source.locationType() == LocationType.PATH;
    }

    private Access secret(String name) {
        Secret secret = secrets.get(namespace, name).orElse(null);
        if (secret == null) {
            return Access.bad("Secret \"" + name + "\" not found");
        }
        String data =
                Optional.ofNullable(secret.getData()).map(entries -> entries.get(KEY)).orElse("");
        if (Objects.requireNonNullElse(data, "").isEmpty()) {
            return Access.bad(
                    "Secret \"%s\" in namespace \"%s\" has no key \"%s\""
                            .formatted(name, namespace, KEY));
        }
        return Kubeconfig.read(
                new String(Base64.getMimeDecoder().decode(data), StandardCharsets.UTF_8));
    }
}
