package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.resource.EventExpiry;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Draft;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events go some time after their last write (H2.60; H11.3 row 28).
class EventExpiryTest {
    private static final String EVENTS = "/api/v1/namespaces/default/events";
    private static final String NEW_EVENTS = "/apis/events.k8s.io/v1/namespaces/default/events";

    private final TurnedClock clock = new TurnedClock();

    private ApiServer start(ApiServerConfig config) throws StartupFailure {
        return ApiServer.start(config.withPort(-1).withClock(clock));
    }

    @Test
    void anEventGoesAnHourAfterItsLastWriteAndWatchersHearOfIt() throws Exception {
        try (ApiServer server = start(ApiServerConfig.ephemeral())) {
            Client client = new Client(server);
            client.post(EVENTS, event("old"));
            client.post(EVENTS, event("again"));
            server.expireEvents(clock.instant());
            clock.turn(Duration.ofMinutes(40));
            client.mergePatch(EVENTS + "/again", "{\"count\":2}");
            String from = "?watch=true&resourceVersion=" + server.revision();
            assertThat(server.expireEvents(clock.instant())).isZero();

            clock.turn(Duration.ofMinutes(20));
            assertThat(server.expireEvents(clock.instant())).isOne();
            assertThat(client.get(EVENTS + "/old").code()).isEqualTo(404);
            assertThat(client.get(EVENTS + "/again").code()).isEqualTo(200);

            clock.turn(Duration.ofMinutes(40));
            assertThat(server.expireEvents(clock.instant())).isOne();
            for (String path : List.of(EVENTS, NEW_EVENTS)) {
                try (FrameSource watch = client.watch(path + from)) {
                    assertThat(Client.events(watch, 2))
                            .satisfiesExactly(
                                    line -> assertThat(line).startsWith("DELETED old@"),
                                    line -> assertThat(line).startsWith("DELETED again@"));
                }
            }
        }
    }

    @Test
    void aRestartDoesNotGiveEventsMoreTime(@TempDir Path data) throws Exception {
        try (ApiServer server = start(ApiServerConfig.durable(data))) {
            Client client = new Client(server);
            client.post(EVENTS, event("old"));
            clock.turn(Duration.ofMinutes(50));
            client.post(EVENTS, event("young"));
        }
        clock.turn(Duration.ofMinutes(5));
        try (ApiServer server = start(ApiServerConfig.durable(data))) {
            assertThat(server.expireEvents(clock.instant())).isZero();
            clock.turn(Duration.ofMinutes(5));
            assertThat(server.expireEvents(clock.instant())).isOne();
            assertThat(new Client(server).get(EVENTS + "/young").code()).isEqualTo(200);
        }
    }

    @Test
    void theTimeCanBeChosen() throws Exception {
        try (ApiServer server =
                start(ApiServerConfig.ephemeral().withEventTtl(Duration.ofMinutes(5)))) {
            new Client(server).post(EVENTS, event("short"));
            server.expireEvents(clock.instant());
            clock.turn(Duration.ofMinutes(5));
            assertThat(server.expireEvents(clock.instant())).isOne();
        }
    }

    @Test
    void otherObjectsStay() throws Exception {
        try (ApiServer server = start(ApiServerConfig.ephemeral())) {
            Client client = new Client(server);
            String maps = "/api/v1/namespaces/default/configmaps";
            client.post(maps, "{\"metadata\":{\"name\":\"m\"}}");
            server.expireEvents(clock.instant());
            clock.turn(Duration.ofDays(1));
            assertThat(server.expireEvents(clock.instant())).isZero();
            assertThat(client.get(maps + "/m").code()).isEqualTo(200);
        }
    }

    /// The oldest go first, in more than one batch here.
    @Test
    void moreThanSoManyDoNotStay() throws Exception {
        try (Store store = Store.inMemory(10_000, Duration.ofMinutes(5), clock)) {
            EventExpiry expiry = new EventExpiry(store, Duration.ofHours(1), 3);
            for (int i = 0; i < 253; i++) {
                ObjectNode event = JsonNodeFactory.instance.objectNode();
                event.put("apiVersion", "v1").put("kind", "Event");
                event.putObject("metadata")
                        .put("name", "e" + i)
                        .put("namespace", "default")
                        .put("uid", "u" + i)
                        .put("resourceVersion", "");
                store.commit(List.of(new Change.Put(key("e" + i), Draft.of(event), Change.ABSENT)));
            }
            assertThat(expiry.expire(clock.instant())).isEqualTo(250);
            assertThat(store.snapshot().get(key("e249"))).isNull();
            assertThat(store.snapshot().get(key("e250"))).isNotNull();
        }
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("events", "default", name);
    }

    private static String event(String name) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\",\"namespace\":\"default\"},\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"p\","
                + "\"namespace\":\"default\"},\"reason\":\"Tested\",\"message\":\"m\",\"type\":\"Normal\"}";
    }
}
