package dev.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.access.Roles;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.ClusterSource;
import dev.sluice.api.v1beta2.KubeConfigSource;
import dev.sluice.api.v1beta2.LocationType;
import dev.sluice.api.v1beta2.MultiKueueCluster;
import dev.sluice.api.v1beta2.MultiKueueClusterSpec;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.conformance.embedded.SluiceCluster;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.node.NodePool;
import io.fabric8.kubernetes.api.model.ClusterBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// A worker becomes known to a manager, again and again as at each start.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntroductionTest {
    private static final String NAMESPACE = "kueue-system";

    private LocalCluster manager;
    private LocalCluster worker;
    private Kubeconfig way;

    @BeforeAll
    void start() throws StartupFailure, InterruptedException {
        manager = cluster(-1);
        worker = cluster(0);
        way = Kubeconfig.read(worker.server().adminKubeconfig()).orElseThrow();
    }

    private static LocalCluster cluster(int port) throws StartupFailure, InterruptedException {
        return LocalCluster.start(
                SluiceCluster.on(
                                ApiServerConfig.ephemeral().withPort(port),
                                Configuration.defaults())
                        .withNodes(NodePool.DEFAULT.withCount(0)));
    }

    @AfterAll
    void stop() {
        manager.close();
        worker.close();
    }

    @BeforeEach
    void introduceOnce() {
        introduce(way, Instant.now());
    }

    @Test
    void theSecretLeadsToTheWorkerAsOneWhoMayDoWhatAManagerDoes() {
        Config config = Config.fromKubeconfig(kubeconfig());
        try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
            assertThat(may(client, "kueue.x-k8s.io", "workloads", "create")).isTrue();
            assertThat(may(client, "batch", "jobs", "watch")).isTrue();
            assertThat(may(client, "", "secrets", "get")).isFalse();
            assertThat(may(client, "kueue.x-k8s.io", "clusterqueues", "update")).isFalse();
        }
    }

    private static boolean may(KubernetesClient client, String group, String what, String verb) {
        SelfSubjectAccessReview review =
                new SelfSubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withNewResourceAttributes()
                        .withGroup(group)
                        .withResource(what)
                        .withVerb(verb)
                        .endResourceAttributes()
                        .endSpec()
                        .build();
        return client.resource(review).create().getStatus().getAllowed();
    }

    /// L5.2
    @Test
    void theKubeconfigNeedsNoFileAndNoProgram() {
        assertThat(kubeconfig())
                .contains("certificate-authority-data", "token:")
                .doesNotContain("exec", "certificate-authority:", "tokenFile", "insecure");
    }

    @Test
    void aSecondTimeChangesNothing() {
        String before = secret().getMetadata().getResourceVersion();
        introduce(way, Instant.now());
        assertThat(secret().getMetadata().getResourceVersion()).isEqualTo(before);
    }

    @Test
    void aWorkerThatHasMovedKeepsItsToken() {
        String before = token();
        Kubeconfig moved =
                new Kubeconfig(
                        new ClusterBuilder(way.cluster()).withServer("https://127.0.0.1:9").build(),
                        way.user());
        introduce(moved, Instant.now());
        assertThat(kubeconfig()).contains("https://127.0.0.1:9");
        assertThat(token()).isEqualTo(before);
    }

    @Test
    void aTokenThatHasNotLongToGoIsMadeAnew() {
        String before = token();
        introduce(way, Instant.now().plus(Duration.ofDays(300)));
        assertThat(token()).isNotEqualTo(before);
    }

    @Test
    void aTokenWhoseAccountIsGoneIsMadeAnew() {
        String before = token();
        worker.client()
                .serviceAccounts()
                .inNamespace(NAMESPACE)
                .withName(Roles.MULTIKUEUE_MANAGER)
                .delete();
        introduce(way, Instant.now());
        assertThat(token()).isNotEqualTo(before);
    }

    @Test
    void aSecretThatIsNoKubeconfigIsMendedAndAChangedClusterIsLeft() {
        Secret secret = secret();
        secret.setData(null);
        secret.setStringData(Map.of("kubeconfig", "nonsense: ["));
        manager.client().resource(secret).update();
        MultiKueueCluster cluster = named();
        cluster.setSpec(
                new MultiKueueClusterSpec(
                        new ClusterSource(new KubeConfigSource("mine", null), null)));
        manager.client().resource(cluster).update();

        introduce(way, Instant.now());

        assertThat(kubeconfig()).contains(way.cluster().getServer());
        assertThat(named().getSpec().clusterSource().kubeConfig())
                .isEqualTo(new KubeConfigSource("mine", LocationType.SECRET));
    }

    private void introduce(Kubeconfig there, Instant now) {
        new Introduction("worker1", worker.client(), there, NAMESPACE).to(manager.client(), now);
    }

    private Secret secret() {
        return manager.client().secrets().inNamespace(NAMESPACE).withName("worker1").get();
    }

    private MultiKueueCluster named() {
        return manager.client().resources(MultiKueueCluster.class).withName("worker1").get();
    }

    private String kubeconfig() {
        return new String(
                Base64.getDecoder().decode(secret().getData().get("kubeconfig")),
                StandardCharsets.UTF_8);
    }

    private String token() {
        return Kubeconfig.read(kubeconfig()).orElseThrow().user().getToken();
    }
}
