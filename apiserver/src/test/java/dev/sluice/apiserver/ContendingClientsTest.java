package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Clients of both HTTP versions count up the same few objects at once, each from what it read: no count is lost or made twice, and two watches see every
/// one of them in the same order (H11.4, row 50).
class ContendingClientsTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final List<String> NAMES = List.of("a", "b");
    private static final int CLIENTS = 5;
    private static final int COUNTS = 40;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void noWriteIsLostAndWatchesAgree() throws Exception {
        try (ApiServer server = ApiServer.start(ApiServerConfig.ephemeral());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            TlsClient one = TlsClient.admin(server, Version.HTTP_1_1);
            TlsClient two = TlsClient.admin(server, Version.HTTP_2);
            for (String name : NAMES) {
                one.post(MAPS, "{\"metadata\":{\"name\":\"" + name + "\"},\"data\":{\"n\":\"0\"}}");
            }
            long from = server.revision();
            int expected = CLIENTS * COUNTS;
            Future<List<String>> first = threads.submit(watch(one, from, expected));
            Future<List<String>> second = threads.submit(watch(two, from, expected));
            List<Future<Integer>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                TlsClient client = i % 2 == 0 ? one : two;
                String name = NAMES.get(i % NAMES.size());
                clients.add(threads.submit(() -> count(client, MAPS + "/" + name)));
            }
            int conflicts = 0;
            for (Future<Integer> client : clients) {
                conflicts += client.get();
            }
            System.out.printf("%d conflicts among %d writes%n", conflicts, expected);
            assertThat(first.get()).isEqualTo(second.get());
            assertThat(server.revision()).isEqualTo(from + expected);
            Map<String, Integer> last = new HashMap<>();
            for (String event : first.get()) {
                String[] parts = event.split(" ");
                assertThat(Integer.parseInt(parts[2]))
                        .as(event)
                        .isEqualTo(last.getOrDefault(parts[1], 0) + 1);
                last.put(parts[1], Integer.parseInt(parts[2]));
            }
            assertThat(last.values().stream().mapToInt(Integer::intValue).sum())
                    .isEqualTo(expected);
        }
    }

    /// @return how often another was faster
    private static int count(TlsClient client, String path) throws Exception {
        int conflicts = 0;
        for (int done = 0; done < COUNTS; ) {
            ObjectNode object = (ObjectNode) MAPPER.readTree(client.get(path).body());
            int next = object.path("data").path("n").asInt() + 1;
            object.withObject("/data").put("n", String.valueOf(next));
            HttpResponse<String> answer =
                    client.http()
                            .send(
                                    client.request(path)
                                            .header("Content-Type", "application/json")
                                            .PUT(
                                                    HttpRequest.BodyPublishers.ofString(
                                                            object.toString()))
                                            .build(),
                                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 409);
            done += answer.statusCode() == 200 ? 1 : 0;
            conflicts += answer.statusCode() == 409 ? 1 : 0;
        }
        return conflicts;
    }

    private static Callable<List<String>> watch(TlsClient client, long from, int count) {
        return () -> {
            HttpResponse<InputStream> watch =
                    client.http()
                            .send(
                                    client.request(MAPS + "?watch=true&resourceVersion=" + from)
                                            .build(),
                                    HttpResponse.BodyHandlers.ofInputStream());
            List<String> events = new ArrayList<>();
            try (BufferedReader lines =
                    new BufferedReader(
                            new InputStreamReader(watch.body(), StandardCharsets.UTF_8))) {
                while (events.size() < count) {
                    JsonNode event = MAPPER.readTree(lines.readLine());
                    events.add(
                            event.path("type").asText()
                                    + " "
                                    + event.at("/object/metadata/name").asText()
                                    + " "
                                    + event.at("/object/data/n").asText());
                }
            }
            return events;
        };
    }
}
