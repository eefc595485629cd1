package dev.sluice.cli.fleet;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.AuthInfoBuilder;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// The way to one cluster as one user, as kubeconfigs say it: everything stands inside, no other file and no program is
/// needed (L5.2).
public record Kubeconfig(Cluster cluster, AuthInfo user) {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();

    /// The way that a kubeconfig tells first; empty if it tells none.
    ///
    /// @param yaml may be anything
    public static Optional<Kubeconfig> read(String yaml) {
        try {
            Config config = YAML.unmarshal(yaml, Config.class);
            return config.getClusters().isEmpty() || config.getUsers().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            new Kubeconfig(
                                    config.getClusters().getFirst().getCluster(),
                                    config.getUsers().getFirst().getUser()));
        } catch (KubernetesClientException | YamlEngineException unreadable) {
            return Optional.empty();
        }
    }

    /// The same cluster, for the holder of a token.
    Kubeconfig withToken(String token) {
        return new Kubeconfig(cluster, new AuthInfoBuilder().withToken(token).build());
    }

    /// Whether the servers of both prove themselves by the same authority: whoever got in by the one gets in by the other.
    boolean isProvenAs(Kubeconfig other) {
        return Objects.equals(
                cluster.getCertificateAuthorityData(), other.cluster.getCertificateAuthorityData());
    }

    /// A kubeconfig with a context for each of these ways; the first is the current one.
    public static String text(SequencedMap<String, Kubeconfig> byContext) {
        ConfigBuilder config =
                new ConfigBuilder()
                        .withApiVersion("v1")
                        .withKind("Config")
                        .withCurrentContext(byContext.firstEntry().getKey());
        byContext.forEach(
                (name, way) ->
                        config.addNewCluster()
                                .withName(name)
                                .withCluster(way.cluster)
                                .endCluster()
                                .addNewUser()
                                .withName(name)
                                .withUser(way.user)
                                .endUser()
                                .addNewContext()
                                .withName(name)
                                .withNewContext()
                                .withCluster(name)
                                .withUser(name)
                                .endContext()
                                .endContext());
        return YAML.asYaml(config.build());
    }
}
