package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.http.FrameSource;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Stories told over the in-process boundary (H1.2).
class InProcessStoriesTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String PODS = "/api/v1/namespaces/default/pods";

    private ApiServer server;
    private Client client;

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        client = new Client(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void anObjectIsCreatedReadChangedAndDeleted() {
        Client.Answer created = client.post(MAPS, map("a", "1"));
        assertThat(created.code()).isEqualTo(201);
        assertThat(created.text("/metadata/uid")).hasSize(36);
        assertThat(created.text("/metadata/namespace")).isEqualTo("default");

        assertThat(client.post(MAPS, map("a", "2")).text("/reason")).isEqualTo("AlreadyExists");
        assertThat(client.put(MAPS + "/a", map("a", "2")).text("/data/v")).isEqualTo("2");
        assertThat(client.get(MAPS + "/a").text("/data/v")).isEqualTo("2");

        Client.Answer deleted = client.delete(MAPS + "/a");
        assertThat(deleted.text("/status")).isEqualTo("Success");
        assertThat(deleted.text("/details/uid")).isEqualTo(created.text("/metadata/uid"));
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void aStaleUpdateIsRefusedInTheWordsThatClientsLookFor() { // H1.47
        String revision = client.post(MAPS, map("a", "1")).text("/metadata/resourceVersion");
        client.put(MAPS + "/a", map("a", "2"));

        Client.Answer late =
                client.put(
                        MAPS + "/a",
                        map("a", "3")
                                .replace(
                                        "\"name\"",
                                        "\"resourceVersion\":\"" + revision + "\",\"name\""));

        assertThat(late.code()).isEqualTo(409);
        assertThat(late.text("/message"))
                .isEqualTo(
                        "Operation cannot be fulfilled on configmaps \"a\": the object has been modified;"
                                + " please apply your changes to the latest version and try again");
    }

    @Test
    void anUpdateThatChangesNothingWritesNothing() { // H2.23
        String revision = client.post(MAPS, map("a", "1")).text("/metadata/resourceVersion");
        long before = server.revision();

        assertThat(client.put(MAPS + "/a", map("a", "1")).text("/metadata/resourceVersion"))
                .isEqualTo(revision);
        assertThat(client.mergePatch(MAPS + "/a", "{\"data\":{\"v\":\"1\"}}").code())
                .isEqualTo(200);
        assertThat(server.revision()).isEqualTo(before);
    }

    @Test
    void aDryRunLeavesNoTrace() { // H2.36
        long before = server.revision();

        assertThat(client.post(MAPS + "?dryRun=All", map("a", "1")).code()).isEqualTo(201);
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
        assertThat(server.revision()).isEqualTo(before);
    }

    @Test
    void unknownFieldsAreRefusedOnlyWhenTheClientIsStrict() { // H1.24
        String body = map("a", "1").replace("\"data\"", "\"extra\":1,\"data\"");

        Client.Answer strict = client.post(MAPS + "?fieldValidation=Strict", body);
        assertThat(strict.code()).isEqualTo(400);
        assertThat(strict.text("/message"))
                .contains("strict decoding error: unknown field \"extra\"");

        Client.Answer lenient = client.post(MAPS, body);
        assertThat(lenient.code()).isEqualTo(201);
        assertThat(lenient.headers().get("Warning"))
                .containsExactly("299 - \"unknown field \\\"extra\\\"\"");

        Client.Answer silent =
                client.post(MAPS + "?fieldValidation=Ignore", body.replace("\"a\"", "\"silent\""));
        assertThat(silent.code()).isEqualTo(201);
        assertThat(silent.headers()).doesNotContainKey("Warning");
    }

    @Test
    void aFinalizerHoldsADeletedObject() { // H2.32
        client.post(
                MAPS,
                map("a", "1").replace("\"name\"", "\"finalizers\":[\"example.com/x\"],\"name\""));

        Client.Answer marked = client.delete(MAPS + "/a");
        assertThat(marked.text("/metadata/deletionTimestamp")).isNotEmpty();
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(200);

        assertThat(client.mergePatch(MAPS + "/a", "{\"metadata\":{\"finalizers\":null}}").code())
                .isEqualTo(200);
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void aNamespaceMustBeThereAndNotGoing() { // H2.52, H2.53
        assertThat(client.post("/api/v1/namespaces/absent/configmaps", map("a", "1")).code())
                .isEqualTo(404);
        client.post(
                "/api/v1/namespaces",
                "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"team\"}}");
        client.delete("/api/v1/namespaces/team");

        Client.Answer refused = client.post("/api/v1/namespaces/team/configmaps", map("a", "1"));
        assertThat(refused.code()).isEqualTo(403);
        assertThat(refused.text("/details/causes/0/reason")).isEqualTo("NamespaceTerminating");
    }

    @Test
    void pagesShowOneSnapshot() { // H5.10
        for (String name : new String[] {"a", "b", "c", "d", "e"}) {
            client.post(MAPS, map(name, "1"));
        }
        Client.Answer first = client.get(MAPS + "?limit=2");
        assertThat(first.names()).containsExactly("a", "b");
        assertThat(first.body().at("/metadata/remainingItemCount").asInt()).isEqualTo(3);
        client.post(MAPS, map("bb", "1"));
        client.delete(MAPS + "/d");

        Client.Answer second =
                client.get(MAPS + "?limit=3&continue=" + first.text("/metadata/continue"));

        assertThat(second.names()).containsExactly("c", "d", "e");
        assertThat(second.text("/metadata/resourceVersion"))
                .isEqualTo(first.text("/metadata/resourceVersion"));
        assertThat(second.body().at("/metadata/continue").isMissingNode()).isTrue();
    }

    @Test
    void aPageWhoseSnapshotIsGoneOffersAnotherWay() throws StartupFailure { // H5.11
        try (ApiServer forgetful =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withClock(new TickingClock())
                                .withHistory(1, Duration.ZERO))) {
            Client other = new Client(forgetful);
            for (String name : new String[] {"a", "b", "c"}) {
                other.post(MAPS, map(name, "1"));
            }
            String token = other.get(MAPS + "?limit=1").text("/metadata/continue");
            for (int i = 0; i < 5; i++) {
                other.put(MAPS + "/a", map("a", "later" + i));
            }

            Client.Answer expired = other.get(MAPS + "?limit=1&continue=" + token);
            assertThat(expired.code()).isEqualTo(410);
            assertThat(expired.text("/reason")).isEqualTo("Expired");

            String fresh = expired.text("/metadata/continue");
            assertThat(other.get(MAPS + "?limit=5&continue=" + fresh).names())
                    .containsExactly("b", "c");
        }
    }

    @Test
    void aWatchGoesOnWhereAListEnded() throws InterruptedException { // H5.15
        client.post(MAPS, map("a", "1"));
        long from = server.revision();
        try (FrameSource watch = client.watch(MAPS + "?watch=true&resourceVersion=" + from)) {
            client.put(MAPS + "/a", map("a", "2"));
            client.post(MAPS, map("b", "1"));
            client.delete(MAPS + "/a");

            assertThat(Client.events(watch, 3))
                    .containsExactly(
                            "MODIFIED a@" + (from + 1),
                            "ADDED b@" + (from + 2),
                            "DELETED a@" + (from + 3));
        }
    }

    @Test
    void aWatchListStartsWithWhatIsThere() throws InterruptedException { // H5.20
        client.post(MAPS, map("b", "1"));
        client.post(MAPS, map("a", "1"));
        long now = server.revision();
        try (FrameSource watch =
                client.watch(
                        MAPS
                                + "?watch=true&sendInitialEvents=true&allowWatchBookmarks=true"
                                + "&resourceVersionMatch=NotOlderThan")) {
            assertThat(Client.events(watch, 3))
                    .containsExactly("ADDED a@" + now, "ADDED b@" + (now - 1), "BOOKMARK @" + now);
        }
    }

    @Test
    void objectsComeIntoSightAndGoOutOfIt() throws InterruptedException { // H5.17
        client.post(MAPS, map("a", "1"));
        long from = server.revision();
        try (FrameSource watch =
                client.watch(MAPS + "?watch=true&labelSelector=on&resourceVersion=" + from)) {
            client.mergePatch(MAPS + "/a", "{\"metadata\":{\"labels\":{\"on\":\"1\"}}}");
            client.mergePatch(MAPS + "/a", "{\"data\":{\"v\":\"2\"}}");
            client.mergePatch(MAPS + "/a", "{\"metadata\":{\"labels\":null}}");

            assertThat(Client.events(watch, 3))
                    .containsExactly(
                            "ADDED a@" + (from + 1),
                            "MODIFIED a@" + (from + 2),
                            "DELETED a@" + (from + 3));
        }
    }

    @Test
    void aWatchThatIsNotReadIsCutOffAndBrakesNobody()
            throws StartupFailure, InterruptedException { // H5.40
        try (ApiServer forgetful =
                ApiServer.start(
                        ApiServerConfig.ephemeral()
                                .withPort(-1)
                                .withClock(new TickingClock())
                                .withHistory(10, Duration.ZERO))) {
            Client other = new Client(forgetful);
            other.post(MAPS, map("a", "0"));
            try (FrameSource watch =
                    other.watch(MAPS + "?watch=true&resourceVersion=" + forgetful.revision())) {
                for (int i = 1; i <= 50; i++) {
                    assertThat(other.put(MAPS + "/a", map("a", "v" + i)).code()).isEqualTo(200);
                }
                assertThat(Client.events(watch, 1)).containsExactly("ERROR @");
                assertThat(watch.next()).isEmpty();
            }
        }
    }

    @Test
    void aClosedWatchEndsWhoeverWaitsForIt() throws InterruptedException {
        FrameSource watch = client.watch(MAPS + "?watch=true&resourceVersion=" + server.revision());
        Thread closer = Thread.startVirtualThread(watch::close);

        assertThat(watch.next()).isEmpty();
        closer.join();
    }

    @Test
    void aBoundPodIsGivenItsGracePeriod() { // H1.27, H2.33
        client.post(
                "/api/v1/namespaces/default/serviceaccounts",
                "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"default\"}}");
        Client.Answer pod = client.post(PODS, pod("p"));
        assertThat(pod.code()).as(pod.body().toString()).isEqualTo(201);
        String binding =
                "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}";
        assertThat(client.post(PODS + "/p/binding", binding).code()).isEqualTo(201);
        assertThat(client.post(PODS + "/p/binding", binding).code()).isEqualTo(409);

        Client.Answer going = client.delete(PODS + "/p?gracePeriodSeconds=5");
        assertThat(going.body().at("/metadata/deletionGracePeriodSeconds").asInt()).isEqualTo(5);
        assertThat(client.get(PODS + "/p").code()).isEqualTo(200);

        assertThat(client.delete(PODS + "/p?gracePeriodSeconds=0").code()).isEqualTo(200);
        assertThat(client.get(PODS + "/p").code()).isEqualTo(404);
    }

    @Test
    void unknownPathsAreToldApart() { // H1.9
        assertThat(client.get("/apis/batch/v1/nosuchthings").text("/message"))
                .isEqualTo("the server could not find the requested resource");
        assertThat(client.put(MAPS, map("a", "1")).code()).isEqualTo(405);
    }

    private static String map(String name, String value) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"data\":{\"v\":\""
                + value
                + "\"}}";
    }

    private static String pod(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i:1\"}]}}";
    }
}
