package dev.sluice.localcluster.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a client sees, the same over every transport.
abstract class ClientContract {
    private static final int PATIENCE_SECONDS = 10;

    private @Nullable ApiServer server;
    private @Nullable KubernetesClient client;

    abstract KubernetesClient connect(ApiServer server);

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral());
        client = connect(server);
        client().resource(
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("ns")
                                .endMetadata()
                                .build())
                .create();
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void whatWasCreatedIsReadListedUpdatedAndDeleted() {
        ConfigMap created = client().resource(configMap("a", "1")).create();
        assertThat(created.getMetadata().getUid()).isNotEmpty();

        assertThat(get("a")).isEqualTo(created);
        assertThat(client().configMaps().inNamespace("ns").list().getItems()).contains(created);

        ConfigMap changed = new ConfigMapBuilder(created).withData(Map.of("v", "2")).build();
        assertThat(client().resource(changed).update().getData()).containsEntry("v", "2");

        client().configMaps().inNamespace("ns").withName("a").delete();
        assertThat(get("a")).isNull();
    }

    @Test
    void aMergePatchChangesOneKey() {
        client().resource(configMap("a", "1")).create();

        ConfigMap patched =
                client().configMaps()
                        .inNamespace("ns")
                        .withName("a")
                        .patch(
                                PatchContext.of(PatchType.JSON_MERGE),
                                "{\"data\":{\"w\":\"ü & ? = %\"}}");

        assertThat(patched.getData()).containsEntry("v", "1").containsEntry("w", "ü & ? = %");
    }

    @Test
    void aRefusalCarriesTheServersStatus() {
        client().resource(configMap("a", "1")).create();

        assertThatThrownBy(() -> client().resource(configMap("a", "1")).create())
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refused -> {
                            assertThat(refused.getCode()).isEqualTo(409);
                            assertThat(refused.getStatus().getReason()).isEqualTo("AlreadyExists");
                        });
    }

    @Test
    void aSelectorOfALabelWithReservedCharactersArrivesWhole() {
        ConfigMap labelled =
                new ConfigMapBuilder(configMap("a", "1"))
                        .editMetadata()
                        .addToLabels("example.com/team", "a_b.c-1")
                        .endMetadata()
                        .build();
        client().resource(labelled).create();
        client().resource(configMap("b", "1")).create();

        List<ConfigMap> found =
                client().configMaps()
                        .inNamespace("ns")
                        .withLabelIn("example.com/team", "a_b.c-1", "other")
                        .list()
                        .getItems();

        assertThat(found).extracting(c -> c.getMetadata().getName()).containsExactly("a");
    }

    @Test
    void aWatchShowsEveryChangeInOrderUntilItIsClosed() throws InterruptedException {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        var watch =
                client().configMaps()
                        .inNamespace("ns")
                        .watch(
                                new Watcher<ConfigMap>() {
                                    @Override
                                    public void eventReceived(Action action, ConfigMap object) {
                                        if (!object.getMetadata().getName().startsWith("kube-")) {
                                            seen.add(action + " " + object.getData().get("v"));
                                        }
                                    }

                                    @Override
                                    public void onClose(WatcherException cause) {
                                        seen.add("broken " + cause.getMessage());
                                    }

                                    @Override
                                    public void onClose() {
                                        seen.add("closed");
                                    }
                                });
        ConfigMap created = client().resource(configMap("a", "1")).create();
        assertThat(next(seen)).isEqualTo("ADDED 1");
        client().resource(new ConfigMapBuilder(created).withData(Map.of("v", "2")).build())
                .update();
        assertThat(next(seen)).isEqualTo("MODIFIED 2");
        client().configMaps().inNamespace("ns").withName("a").delete();
        assertThat(next(seen)).isEqualTo("DELETED 2");
        watch.close();
        assertThat(next(seen)).isEqualTo("closed");
    }

    @Test
    void anInformerFollowsTheServer() throws InterruptedException {
        client().resource(configMap("old", "1")).create();
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        try (var informer =
                client().configMaps()
                        .inNamespace("ns")
                        .inform(
                                new ResourceEventHandler<>() {
                                    @Override
                                    public void onAdd(ConfigMap object) {
                                        seen.add("+" + object.getMetadata().getName());
                                    }

                                    @Override
                                    public void onUpdate(ConfigMap before, ConfigMap after) {}

                                    @Override
                                    public void onDelete(ConfigMap object, boolean stateUnknown) {
                                        seen.add("-" + object.getMetadata().getName());
                                    }
                                })) {
            assertThat(next(seen)).isEqualTo("+old");
            client().resource(configMap("new", "1")).create();
            assertThat(next(seen)).isEqualTo("+new");
            client().configMaps().inNamespace("ns").withName("old").delete();
            assertThat(next(seen)).isEqualTo("-old");
            assertThat(informer.getIndexer().list())
                    .extracting(c -> c.getMetadata().getName())
                    .containsExactly("new");
        }
    }

    private KubernetesClient client() {
        return Objects.requireNonNull(client);
    }

    private @Nullable ConfigMap get(String name) {
        return client().configMaps().inNamespace("ns").withName(name).get();
    }

    private static ConfigMap configMap(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .endMetadata()
                .withData(Map.of("v", value))
                .build();
    }

    private static @Nullable String next(BlockingQueue<String> queue) throws InterruptedException {
        return queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
}
