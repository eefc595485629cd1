package dev.sluice.conformance.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.StandardController;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Loss;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a manager meets on its way to a worker in this process.
class WorkerLinksTest {
    private static final String LABELS = "kueue.x-k8s.io/multikueue-origin=mgr";

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final WorkerLinks links = new WorkerLinks();
    private LocalCluster worker;

    @BeforeEach
    void start() throws Exception {
        worker =
                LocalCluster.start(
                        LocalClusterConfig.on(ApiServerConfig.ephemeral().withPort(-1))
                                .withClock(clock)
                                .withOnly(Set.of(StandardController.NAMESPACE)));
        links.add("worker1", worker);
    }

    @AfterEach
    void stop() {
        links.close();
        worker.close();
    }

    @Test
    void showsWhatIsLabelled() throws Exception {
        Cluster seen = connect(links.kubeconfig("worker1"));
        seen.cache(ConfigMap.class);
        seen.start();

        seen.create(configMap("ours", "mgr"));
        worker.client().resource(configMap("anybodys", "other")).create();
        settle();

        assertThat(seen.cache(ConfigMap.class).all())
                .extracting(each -> each.getMetadata().getName())
                .containsExactly("ours");
        assertThat(worker.client().configMaps().inNamespace("default").withName("ours").get())
                .isNotNull();
    }

    @Test
    void anImpassableWayRefusesEverythingAndEndsWatches() throws Exception {
        Cluster seen = connect(links.kubeconfig("worker1"));
        CountDownLatch ended = new CountDownLatch(1);
        seen.client().configMaps().inAnyNamespace().watch(untilItEnds(ended));

        links.open("worker1", false);

        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> seen.create(configMap("a", "mgr")))
                .isInstanceOf(KubernetesClientException.class)
                .hasRootCauseInstanceOf(ConnectException.class);
        assertThatThrownBy(() -> seen.client().configMaps().inAnyNamespace().list())
                .isInstanceOf(KubernetesClientException.class)
                .hasRootCauseInstanceOf(ConnectException.class);
        assertThat(worker.client().resource(configMap("a", "mgr")).create()).isNotNull();

        links.open("worker1", true);

        assertThat(seen.create(configMap("b", "mgr"))).isNotNull();
        assertThat(seen.client().configMaps().inAnyNamespace().list().getItems())
                .extracting(each -> each.getMetadata().getName())
                .contains("a", "b");
    }

    /// Whoever waits until nothing happens any more does not go on before the manager knows that a worker is lost.
    @Test
    void isNotQuietBeforeTheLossIsKnown() throws Exception {
        Cluster seen = connect(links.kubeconfig("worker1"));
        seen.cache(ConfigMap.class);
        List<Loss> lost = new CopyOnWriteArrayList<>();
        assertThat(seen.link(lost::add).establish(Duration.ofMinutes(1))).isEmpty();
        settle();
        assertThat(lost).isEmpty();

        links.open("worker1", false);
        settle();

        assertThat(lost).hasSize(1);
    }

    @Test
    void nobodyListensAtAnotherAddress() {
        Cluster nobody =
                connect(links.kubeconfig("worker1").replace("192.0.2.1:6443", "192.0.2.9:6443"));

        assertThatThrownBy(() -> nobody.client().namespaces().list())
                .hasRootCauseInstanceOf(ConnectException.class);
    }

    @Test
    void aWrongTokenIsNobodys() {
        Cluster stranger = connect(links.kubeconfig("worker1").replace("token-of", "taken-from"));

        assertThatThrownBy(() -> stranger.client().configMaps().inAnyNamespace().list())
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("system:anonymous");
    }

    private Cluster connect(String kubeconfig) {
        return links.connect(Config.fromKubeconfig(kubeconfig), LABELS, clock);
    }

    private void settle() throws InterruptedException {
        do {
            worker.awaitQuiet(Duration.ofSeconds(30));
        } while (!links.areQuiet());
    }

    private static Watcher<ConfigMap> untilItEnds(CountDownLatch ended) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap resource) {}

            @Override
            public boolean reconnecting() {
                ended.countDown();
                return false;
            }

            @Override
            public void onClose() {
                ended.countDown();
            }

            @Override
            public void onClose(WatcherException cause) {
                ended.countDown();
            }
        };
    }

    private static ConfigMap configMap(String name, String origin) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToLabels("kueue.x-k8s.io/multikueue-origin", origin)
                .endMetadata()
                .build();
    }
}
