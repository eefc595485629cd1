package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.security.User;
import dev.sluice.localcluster.inprocess.InProcessConnection;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a controller knows of its own writes, and of those that were faster.
class OwnWritesTest {
    private final ApiServer server =
            ApiServer.start(
                    ApiServerConfig.ephemeral()
                            .withPort(-1)
                            .withClock(new ManualClock(Story.START)));
    private final InProcessConnection connection =
            new InProcessConnection(
                    server::handle,
                    new User("controllers", "", Set.of(User.MASTERS, "system:authenticated")));
    private final Cluster cluster = new Cluster(connection.client(), new ManualClock(Story.START));

    /// Nothing is watched: it knows what its own requests tell it.
    private final Cache<Namespace> cache = cluster.cache(Namespace.class);

    OwnWritesTest() throws StartupFailure {}

    @AfterEach
    void stop() {
        cluster.close();
        connection.close();
        server.close();
    }

    private Namespace known() {
        return cache.get(Key.cluster("a")).orElseThrow();
    }

    private static Namespace namespace() {
        return new NamespaceBuilder().withNewMetadata().withName("a").endMetadata().build();
    }

    private void labelledByAnother() {
        connection
                .client()
                .namespaces()
                .withName("a")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"labels\": {\"from\": \"another\"}}}");
    }

    @Test
    void afterAConflictTheFasterWriteIsKnown() {
        cluster.create(namespace());
        labelledByAnother();
        assertThat(known().getMetadata().getLabels()).doesNotContainKey("from");

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> cluster.update(known()))
                .satisfies(refused -> assertThat(refused.getCode()).isEqualTo(409));

        assertThat(known().getMetadata().getLabels()).containsEntry("from", "another");
    }

    @Test
    void anObjectThatIsThereAlreadyIsKnownThen() {
        connection.client().resource(namespace()).create();

        assertThatExceptionOfType(KubernetesClientException.class)
                .isThrownBy(() -> cluster.create(namespace()))
                .withMessageContaining("already exists");

        assertThat(known().getMetadata().getUid()).isNotEmpty();
    }

    @Test
    void anObjectThatIsInTheWayStaysUnknownToWhoSeesOthersOnly() {
        connection.client().resource(namespace()).create();
        try (Cluster choosy =
                new Cluster(
                        connection.client(),
                        connection,
                        new ManualClock(Story.START),
                        "from=another")) {
            Cache<Namespace> chosen = choosy.cache(Namespace.class);

            assertThatExceptionOfType(KubernetesClientException.class)
                    .isThrownBy(() -> choosy.create(namespace()))
                    .withMessageContaining("already exists");
            assertThat(chosen.all()).isEmpty();

            labelledByAnother();
            assertThatExceptionOfType(KubernetesClientException.class)
                    .isThrownBy(() -> choosy.create(namespace()));
            assertThat(chosen.all()).hasSize(1);
        }
    }

    /// Caches hold no managed fields, and a write without them does not take them away.
    @Test
    void whoOwnsAFieldIsKeptByAWrite() {
        Namespace created = cluster.create(namespace());
        labelledByAnother();
        int owners = owners().size();

        assertThat(created.getMetadata().getManagedFields()).isEmpty();
        cluster.patch(created, PatchType.JSON_MERGE, "{}");
        Namespace changed =
                new NamespaceBuilder(known())
                        .editMetadata()
                        .withAnnotations(Map.of("x", "y"))
                        .endMetadata()
                        .build();
        cluster.update(changed);

        assertThat(owners()).hasSizeGreaterThanOrEqualTo(owners).isNotEmpty();
    }

    private java.util.List<?> owners() {
        return connection
                .client()
                .namespaces()
                .withName("a")
                .get()
                .getMetadata()
                .getManagedFields();
    }
}
