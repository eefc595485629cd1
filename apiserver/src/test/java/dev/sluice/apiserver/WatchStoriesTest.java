package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.apiserver.http.FrameSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Watches as clients see them (H5.15 to H5.40, H1.58 to H1.60; H11.3 rows 50 to 56).
/// Each test starts a server of its own, which ends after it.
@SuppressWarnings("NullAway.Init")
class WatchStoriesTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int WATCHERS = 1_000;

    private ApiServer server;
    private Client client;

    private void start(ApiServerConfig config) throws StartupFailure {
        server = ApiServer.start(config);
        client = new Client(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void selectorTransitionsComeAndGo() throws Exception { // H5.17, row 52
        start(ApiServerConfig.ephemeral().withPort(-1));
        String from = "&resourceVersion=" + server.revision();
        FrameSource red = client.watch(MAPS + "?watch=true&labelSelector=color=red" + from);
        client.post(MAPS, map("a", "blue", "1"));
        client.put(MAPS + "/a", map("a", "red", "2"));
        client.put(MAPS + "/a", map("a", "red", "3"));
        long left = server.revision() + 1;
        client.put(MAPS + "/a", map("a", "blue", "4"));
        client.delete(MAPS + "/a");
        client.post(MAPS, map("end", "red", "5"));

        List<JsonNode> events = events(red, 4);
        assertThat(types(events)).containsExactly("ADDED", "MODIFIED", "DELETED", "ADDED");
        assertThat(events.get(2).at("/object/data/v").asText())
                .as("the last state in sight")
                .isEqualTo("3");
        assertThat(events.get(2).at("/object/metadata/resourceVersion").asLong())
                .as("at the revision of the change")
                .isEqualTo(left);
        red.close();
    }

    @Test
    void bookmarksTellOfProgressThatNoEventShows() throws Exception { // H5.19, row 53
        start(ApiServerConfig.ephemeral().withPort(-1));
        FrameSource watch =
                client.watch(
                        MAPS
                                + "?watch=true&allowWatchBookmarks=true&timeoutSeconds=1&resourceVersion="
                                + server.revision());
        client.post("/api/v1/namespaces/kube-system/configmaps", map("elsewhere", "red", "1"));

        List<JsonNode> events = events(watch, Integer.MAX_VALUE);
        assertThat(types(events)).containsOnly("BOOKMARK").isNotEmpty();
        JsonNode last = events.getLast().path("object");
        assertThat(last.path("kind").asText()).isEqualTo("ConfigMap");
        assertThat(last.at("/metadata/resourceVersion").asLong())
                .isLessThanOrEqualTo(server.revision());
        assertThat(last.path("metadata").size()).isEqualTo(1);
    }

    @Test
    void aWatchListJoinsSnapshotAndLifeWithoutGapOrRepeat() throws Exception { // H5.20, H5.21
        start(ApiServerConfig.ephemeral().withPort(-1));
        for (int i = 0; i < 600; i++) {
            client.post(MAPS, map("m%03d".formatted(i), "red", "1"));
        }
        Thread writer =
                Thread.startVirtualThread(
                        () -> {
                            for (int i = 0; i < 600; i++) {
                                client.put(
                                        MAPS + "/m%03d".formatted(i),
                                        map("m%03d".formatted(i), "red", "2"));
                            }
                        });
        FrameSource watch =
                client.watch(
                        MAPS
                                + "?watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
        List<JsonNode> events = new ArrayList<>();
        int changed = 0;
        while (changed < 600) {
            List<JsonNode> more = events(watch, 1);
            events.addAll(more);
            changed =
                    (int)
                            events.stream()
                                    .filter(e -> e.at("/object/data/v").asText().equals("2"))
                                    .count();
        }
        writer.join();
        int mark = types(events).indexOf("BOOKMARK");
        assertThat(mark).isEqualTo(600);
        JsonNode end = events.get(mark).path("object");
        assertThat(end.at("/metadata/annotations/k8s.io~1initial-events-end").asText())
                .isEqualTo("true");
        long snapshot = end.at("/metadata/resourceVersion").asLong();
        List<Long> live = revisions(events.subList(mark + 1, events.size()));
        assertThat(live).isSorted().doesNotHaveDuplicates().allMatch(r -> r > snapshot);
        assertThat(revisions(events.subList(0, mark))).allMatch(r -> r <= snapshot);
    }

    @Test
    void aPastThatIsGoneIsSaidAndAListGoesOn() throws Exception { // H5.16, row 51
        start(
                ApiServerConfig.ephemeral()
                        .withPort(-1)
                        .withHistory(5, Duration.ZERO)
                        .withClock(new TickingClock()));
        long old = server.revision();
        for (int i = 0; i < 20; i++) {
            client.post(MAPS, map("m" + i, "red", "1"));
        }
        List<JsonNode> events =
                events(
                        client.watch(MAPS + "?watch=true&resourceVersion=" + old),
                        Integer.MAX_VALUE);
        assertThat(types(events)).containsExactly("ERROR");
        assertThat(events.getFirst().at("/object/code").asInt()).isEqualTo(410);
        assertThat(events.getFirst().at("/object/reason").asText()).isEqualTo("Expired");

        String listed = client.get(MAPS).text("/metadata/resourceVersion");
        FrameSource resumed = client.watch(MAPS + "?watch=true&resourceVersion=" + listed);
        client.post(MAPS, map("next", "red", "1"));
        assertThat(Client.events(resumed, 1)).singleElement().asString().startsWith("ADDED next");
    }

    @Test
    void aThousandWatchersSeeTheSameInTheSameOrder() throws Exception { // row 50
        start(ApiServerConfig.ephemeral().withPort(-1));
        long from = server.revision();
        List<FrameSource> watches = new ArrayList<>();
        for (int i = 0; i < WATCHERS; i++) {
            watches.add(client.watch(MAPS + "?watch=true&resourceVersion=" + from));
        }
        int changes = 40;
        List<List<String>> seen = Collections.synchronizedList(new ArrayList<>());
        List<Thread> readers = new ArrayList<>();
        for (FrameSource watch : watches) {
            readers.add(
                    Thread.startVirtualThread(
                            () -> {
                                try {
                                    seen.add(Client.events(watch, changes));
                                } catch (InterruptedException ended) {
                                    Thread.currentThread().interrupt();
                                }
                            }));
        }
        for (int i = 0; i < changes; i++) {
            client.post(MAPS, map("m" + i, "red", "1"));
        }
        for (Thread reader : readers) {
            reader.join();
        }
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < changes; i++) {
            expected.add("ADDED m" + i + "@" + (from + 1 + i));
        }
        assertThat(seen).hasSize(WATCHERS).allMatch(expected::equals);
        watches.forEach(FrameSource::close);
    }

    @Test
    void aWatcherThatDoesNotReadIsCutOffAndSlowsNobody() throws Exception { // H5.40, row 55
        start(
                ApiServerConfig.ephemeral()
                        .withHistory(10, Duration.ZERO)
                        .withClock(new TickingClock()));
        long from = server.revision();
        try (Socket slow = connect()) {
            slow.getOutputStream()
                    .write(
                            ("GET "
                                            + MAPS
                                            + "?watch=true&resourceVersion="
                                            + from
                                            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                            + server.adminToken()
                                            + "\r\n\r\n")
                                    .getBytes(StandardCharsets.US_ASCII));
            BufferedReader lines =
                    new BufferedReader(
                            new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8));
            assertThat(lines.readLine()).startsWith("HTTP/1.1 200");

            FrameSource quick = client.watch(MAPS + "?watch=true&resourceVersion=" + from);
            String large = "x".repeat(500_000);
            for (int i = 0; i < 60; i++) { // far more than sockets hold
                assertThat(client.post(MAPS, map("m" + i, "red", large)).code()).isEqualTo(201);
                assertThat(Client.events(quick, 1))
                        .singleElement()
                        .asString()
                        .startsWith("ADDED m" + i);
            }
            List<String> rest = lines.lines().takeWhile(l -> !l.equals("0")).toList();
            assertThat(rest.stream().filter(l -> l.startsWith("{\"type\":\"ADDED\"")).count())
                    .as("it did not get all")
                    .isLessThan(60);
            assertThat(rest).anyMatch(l -> l.contains("\"code\":410"));
        }
    }

    @Test
    void webSocketsCarryOneEventAMessage() throws Exception { // H1.60
        start(ApiServerConfig.ephemeral());
        BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        TlsClient admin = TlsClient.admin(server, Version.HTTP_1_1);
        WebSocket socket =
                admin.http()
                        .newWebSocketBuilder()
                        .header("Authorization", "Bearer " + server.adminToken())
                        .buildAsync(
                                URI.create(
                                        admin.base().replace("https", "wss")
                                                + MAPS
                                                + "?allowWatchBookmarks=true&watch=true&resourceVersion="
                                                + server.revision()),
                                new Whole(messages))
                        .get(20, TimeUnit.SECONDS);
        client.post(MAPS, map("a", "red", "y".repeat(100_000)));
        client.delete(MAPS + "/a");

        for (String type : List.of("ADDED", "DELETED")) {
            JsonNode event = MAPPER.readTree(messages.poll(20, TimeUnit.SECONDS));
            assertThat(event.path("type").asText()).isEqualTo(type);
            assertThat(event.at("/object/data/v").asText()).hasSize(100_000);
        }
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
    }

    @Test
    void aWatchEndsWhenItsTimeIsUpOverBothVersions() throws Exception { // H1.59
        start(ApiServerConfig.ephemeral());
        for (Version version : new Version[] {Version.HTTP_1_1, Version.HTTP_2}) {
            TlsClient admin = TlsClient.admin(server, version);
            HttpResponse<InputStream> watch =
                    admin.http()
                            .send(
                                    admin.request(MAPS + "?watch=true&timeoutSeconds=1").build(),
                                    HttpResponse.BodyHandlers.ofInputStream());
            assertThat(watch.version()).isEqualTo(version);
            assertThat(watch.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(watch.body().readAllBytes()).isEmpty();
        }
    }

    /// Puts fragments together.
    private static final class Whole implements WebSocket.Listener {
        private final BlockingQueue<String> messages;
        private final StringBuilder part = new StringBuilder();

        Whole(BlockingQueue<String> messages) {
            this.messages = messages;
        }

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                messages.add(part.toString());
                part.setLength(0);
            }
            socket.request(1);
            return null;
        }
    }

    private Socket connect() throws Exception {
        return TlsClient.context(server.caCertificate(), new KeyStore[0])
                .getSocketFactory()
                .createSocket("127.0.0.1", server.port());
    }

    private static List<JsonNode> events(FrameSource frames, int count)
            throws InterruptedException, IOException {
        List<JsonNode> events = new ArrayList<>();
        while (events.size() < count) {
            List<byte[]> batch = frames.next();
            if (batch.isEmpty()) {
                break;
            }
            for (byte[] frame : batch) {
                events.add(MAPPER.readTree(frame));
            }
        }
        return events;
    }

    private static List<String> types(List<JsonNode> events) {
        return events.stream().map(e -> e.path("type").asText()).toList();
    }

    private static List<Long> revisions(List<JsonNode> events) {
        return events.stream().map(e -> e.at("/object/metadata/resourceVersion").asLong()).toList();
    }

    private static String map(String name, String color, String value) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\",\"labels\":{\"color\":\""
                + color
                + "\"}},\"data\":{\"v\":\""
                + value
                + "\"}}";
    }
}
