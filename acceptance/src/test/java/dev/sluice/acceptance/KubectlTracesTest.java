package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A hundred kubectl commands ask of this server what they asked of a real one, get the same codes, end the same way and print the same refusals. The server's
/// audit log tells what was asked. One server and one order: later commands work with what the earlier ones made.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlTracesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long ENDED_AFTER_SECONDS_MAX = 60;

    /// Where the recorded run differs from any run, by title: what differs, and why that is no fault.
    private static final Map<String, String> EXCUSED = Map.of();

    @TempDir private static Path folder;

    private SluiceProcess sluice;
    private Kubectl kubectl;
    private long read;

    @BeforeAll
    void start() throws IOException, InterruptedException {
        Kubectl.require();
        Path policy =
                Files.writeString(
                        folder.resolve("policy"),
                        """
                        apiVersion: audit.k8s.io/v1
                        kind: Policy
                        rules:
                        - level: Metadata
                        """);
        sluice =
                SluiceProcess.up(
                        List.of(
                                "apiserver",
                                "--ephemeral",
                                "--port",
                                "0",
                                "--audit-log",
                                folder.resolve("audit").toString(),
                                "--audit-policy",
                                policy.toString(),
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString()));
        kubectl = new Kubectl(sluice.kubeconfig(), folder);
        TracedFiles.write(folder);
        kubectl.ok(
                "create",
                "-f",
                SluiceProcess.home().resolve("api/src/main/resources/crds").toString());
        kubectl.ok("create", "-f", folder.resolve("setup.yaml").toString());
        kubectl.ok("config", "set-context", "--current", "--namespace", KubectlTrace.NAMESPACE);
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (sluice != null) {
            sluice.close();
        }
    }

    @Test
    void asksWhatItAskedOfARealServer() throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        List<KubectlTrace> traces = KubectlTrace.recorded();
        assertThat(traces).hasSizeGreaterThanOrEqualTo(100);
        for (KubectlTrace trace : traces) {
            asked();
            Kubectl.Ended ended = run(trace);
            List<String> asked = asked();
            if (!asked.equals(trace.requests())) {
                differences.add(
                        trace.title()
                                + ":\n  "
                                + String.join("\n  ", asked)
                                + "\n instead of\n  "
                                + String.join("\n  ", trace.requests()));
            }
            if (trace.exit().isPresent() && trace.exit().get() != ended.exitCode()) {
                differences.add(trace.title() + " ended with " + ended);
            }
            for (String part : trace.prints()) {
                if (!ended.output().contains(part)) {
                    differences.add(
                            trace.title() + " printed " + ended.output() + " without " + part);
                }
            }
        }
        differences.removeIf(
                each -> EXCUSED.keySet().stream().anyMatch(title -> each.startsWith(title + ":")));
        assertThat(differences).as("%s traces", traces.size()).isEmpty();
    }

    private Kubectl.Ended run(KubectlTrace trace) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(trace.variables());
        words.add("KUBECONFIG=" + kubectl.kubeconfig());
        words.add("KUBE_EDITOR=" + folder.resolve("editor"));
        words.addAll(List.of("kubectl", "--cache-dir", folder.resolve("cache").toString()));
        words.addAll(trace.command());
        Path output = Files.createTempFile(folder, "traced", ".out");
        Process process =
                new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .directory(folder.toFile())
                        .start();
        if (trace.exit().isEmpty()) {
            long before = read;
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDED_AFTER_SECONDS_MAX);
            while (asked().size() < trace.requests().size() && System.nanoTime() < until) {
                read = before;
                if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
            read = before;
            process.destroy();
        }
        if (!process.waitFor(ENDED_AFTER_SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(words + " did not end");
        }
        return new Kubectl.Ended(process.exitValue(), Files.readString(output));
    }

    /// What came since the last call, as the audit log tells it.
    private List<String> asked() throws IOException {
        List<String> asked = new ArrayList<>();
        List<String> lines = Files.readAllLines(folder.resolve("audit"));
        for (String line : lines.subList((int) read, lines.size())) {
            JsonNode event = MAPPER.readTree(line);
            String target = event.path("requestURI").asText();
            String code = event.path("responseStatus").path("code").asText();
            if (KubectlTrace.counts(target)) {
                asked.add(
                        code
                                + " "
                                + method(event.path("verb").asText())
                                + " "
                                + KubectlTrace.normalized(target));
            }
        }
        read = lines.size();
        return asked;
    }

    private static String method(String verb) {
        return switch (verb) {
            case "create" -> "POST";
            case "update" -> "PUT";
            case "patch", "apply" -> "PATCH";
            case "delete", "deletecollection" -> "DELETE";
            default -> "GET";
        };
    }
}
