package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a real kube-apiserver answered, asked of this one: every recorded exchange, judged by the recordings' own tool, must pass and be exact.
///
/// The tool waits where the recorded server needed time; this one does not, so its pauses are cut short and topics are judged side by side.
/// `-Dsluice.api.patience=1` takes them in full.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecordedApiTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long ENDS_WITHIN_SECONDS = 240;

    /// Seconds to wait for one answer: the tool's own 15 are short on a machine that does much besides.
    private static final String ANSWER_TIMEOUT = "60";

    private static final String PATIENCE = System.getProperty("sluice.api.patience", "0.05");

    /// Scenarios that wait half a minute for streams to end; they are judged when the pauses are taken in full.
    private static final String SCENARIOS =
            PATIENCE.equals("1") ? "" : "^(?!watch/(bookmarks|errors)$)";

    private static final int EXCHANGES_MIN = PATIENCE.equals("1") ? 1_277 : 1_261;

    /// What a server judges one topic after another, servers side by side: some answers count everything that is written to a server.
    private record Lane(List<String> options, List<String> topics) {}

    private static final List<Lane> LANES =
            List.of(
                    new Lane(List.of(), List.of("watch")),
                    new Lane(
                            List.of(),
                            List.of(
                                    "discovery",
                                    "errors",
                                    "list",
                                    "rbac",
                                    "protobuf",
                                    "leases-events",
                                    "crud",
                                    "table",
                                    "crd",
                                    "kueue",
                                    "patch",
                                    "apply",
                                    "pods",
                                    "jobs",
                                    "invalid",
                                    "webhooks")),
                    new Lane(
                            List.of(
                                    "--history",
                                    "1s",
                                    "--controllers",
                                    "namespace,serviceaccount,garbage-collector"),
                            List.of("expired", "controllers")));

    @TempDir private static Path folder;

    private final List<SluiceProcess> servers = new ArrayList<>();
    private final List<Judgement> judgements = new ArrayList<>();

    @BeforeAll
    void unpack() throws IOException {
        for (String tool : List.of("python3", "openssl")) {
            boolean there =
                    Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                            .anyMatch(place -> Files.isExecutable(Path.of(place, tool)));
            Assumptions.assumeTrue(there, "skipped: " + tool + " is not on the PATH");
        }
        Files.createDirectories(folder.resolve("fixtures"));
        List<String> files = new ArrayList<>(List.of("replay.py", "fixtures/kueue-crds.json"));
        LANES.forEach(lane -> lane.topics().forEach(topic -> files.add(topic + ".jsonl")));
        for (String file : files) {
            try (InputStream packed =
                    Objects.requireNonNull(
                            RecordedApiTest.class.getResourceAsStream(
                                    "/api-transcripts/" + file + ".gz"),
                            file)) {
                Files.copy(new GZIPInputStream(packed), folder.resolve(file));
            }
        }
    }

    @AfterAll
    void stop() throws InterruptedException {
        for (Judgement judgement : judgements) {
            judgement.process().destroyForcibly().waitFor();
        }
        for (SluiceProcess server : servers) {
            server.close();
        }
    }

    @Test
    void everyRecordedExchangeIsExact() throws IOException, InterruptedException {
        for (Lane lane : LANES) {
            judgements.add(judge(server(lane), lane.topics()));
        }
        int total = 0;
        List<String> differences = new ArrayList<>();
        for (Judgement judgement : judgements) {
            JsonNode score = judgement.verdict();
            total += score.path("all").path("total").asInt();
            score.path("differences").forEach(each -> differences.add(each.toString()));
        }
        assertThat(differences).as("differences in %s exchanges", total).isEmpty();
        assertThat(total).as("exchanges judged").isGreaterThanOrEqualTo(EXCHANGES_MIN);
    }

    private record Judgement(List<String> topics, Process process, Path score, Path output) {
        JsonNode verdict() throws IOException, InterruptedException {
            if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new IllegalStateException(topics + " did not end");
            }
            assertThat(score).as("%s: %s", topics, Files.readString(output)).exists();
            return MAPPER.readTree(score.toFile());
        }
    }

    private Path server(Lane lane) throws IOException {
        List<String> words = new ArrayList<>(List.of("apiserver", "--ephemeral", "--port", "0"));
        Path kubeconfig = folder.resolve(lane.topics().getFirst() + ".kubeconfig");
        words.addAll(List.of("--kubeconfig", kubeconfig.toString()));
        words.addAll(lane.options());
        SluiceProcess server = SluiceProcess.up(words);
        servers.add(server);
        return kubeconfig;
    }

    private Judgement judge(Path kubeconfig, List<String> topics) throws IOException {
        String text = Files.readString(kubeconfig);
        String lane = topics.getFirst();
        byte[] ca = Base64.getDecoder().decode(value(text, "certificate-authority-data"));
        Path score = folder.resolve(lane + ".json");
        Path output = folder.resolve(lane + ".out");
        List<String> words = new ArrayList<>(List.of("python3", "replay.py", "--quiet"));
        Map.of(
                        "--server",
                        value(text, "server"),
                        "--token",
                        value(text, "token"),
                        "--ca",
                        Files.write(folder.resolve(lane + ".ca"), ca).toString(),
                        "--timeout",
                        ANSWER_TIMEOUT,
                        "--patience",
                        PATIENCE,
                        "--scenario",
                        SCENARIOS,
                        "--json",
                        score.toString())
                .forEach((option, value) -> words.addAll(List.of(option, value)));
        topics.forEach(topic -> words.add(topic + ".jsonl"));
        Process process =
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        return new Judgement(topics, process, score, output);
    }

    private static String value(String kubeconfig, String field) {
        Matcher found = Pattern.compile("\\b" + field + ": *\"?([^\\s\"]+)").matcher(kubeconfig);
        if (!found.find()) {
            throw new IllegalStateException("the kubeconfig has no " + field);
        }
        return found.group(1);
    }
}
