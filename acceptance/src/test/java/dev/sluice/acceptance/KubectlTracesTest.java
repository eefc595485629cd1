package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A hundred kubectl commands ask of this server what they asked of a real one, get the same codes, end the same way and print the same refusals. The server's
/// audit log tells what was asked. One server and one order: later commands work with what the earlier ones made.
///
/// A command whose last recorded request is answered is left to end by itself while the next one starts; a request too many then counts against the next one.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KubectlTracesTest {
    private static final long ENDED_WITHIN_SECONDS = 60;

    /// Another minor version asks in another way, and that would be no fault of the server.
    private static final String RECORDED_WITH = "Client Version: v1.32.";

    @TempDir private static Path folder;

    private SluiceProcess sluice;
    private Kubectl kubectl;
    private AuditTail audit;

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
        audit = new AuditTail(folder.resolve("audit"));
        String version = kubectl.ok("version", "--client");
        Assumptions.assumeTrue(
                version.contains(RECORDED_WITH),
                () -> "skipped: recorded with kubectl 1.32, here is " + version.strip());
        TracedFiles.write(folder);
        Path crds = SluiceProcess.home().resolve("api/src/main/resources/crds");
        kubectl.ok("create", "-f", crds.toString(), "-f", folder.resolve("setup.yaml").toString());
        kubectl.ok("config", "set-context", "--current", "--namespace", KubectlTrace.NAMESPACE);
        audit.dropUntil("/namespaces/traced/serviceaccounts");
    }

    @AfterAll
    void stop() throws InterruptedException {
        if (sluice != null) {
            sluice.close();
        }
    }

    @Test
    void asksWhatItAskedOfARealServer() throws IOException, InterruptedException {
        List<KubectlTrace> traces = KubectlTrace.recorded();
        assertThat(traces).hasSizeGreaterThanOrEqualTo(100);
        List<String> differences = new ArrayList<>();
        List<Running> ending = new ArrayList<>();
        for (KubectlTrace trace : traces) {
            Running running = start(trace);
            List<String> asked = askedBy(running);
            if (!asked.equals(trace.requests())) {
                differences.add(
                        trace.title()
                                + ":\n  "
                                + String.join("\n  ", asked)
                                + "\n instead of\n  "
                                + String.join("\n  ", trace.requests()));
            }
            if (trace.exit().isEmpty()) {
                running.process().destroy();
            }
            if (trace.command().stream().anyMatch(word -> word.startsWith("--timeout="))) {
                // It waits for something that a later command may do.
                running.process().waitFor(ENDED_WITHIN_SECONDS, TimeUnit.SECONDS);
            }
            ending.add(running);
        }
        for (Running running : ending) {
            running.complain(differences);
        }
        assertThat(audit.next()).as("asked after the last command").isEmpty();
        assertThat(differences).as("%s traces", traces.size()).isEmpty();
    }

    private record Running(KubectlTrace trace, Process process, Path output) {

        void complain(List<String> differences) throws IOException, InterruptedException {
            if (!process.waitFor(ENDED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                differences.add(trace.title() + " did not end");
            }
            String printed = Files.readString(output);
            if (trace.exit().isPresent() && trace.exit().get() != process.exitValue()) {
                differences.add(
                        trace.title() + " ended with " + process.exitValue() + ": " + printed);
            }
            for (String part : trace.prints()) {
                if (!printed.contains(part)) {
                    differences.add(trace.title() + " printed " + printed + " without " + part);
                }
            }
        }
    }

    private Running start(KubectlTrace trace) throws IOException {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(trace.variables());
        words.add("KUBECONFIG=" + kubectl.kubeconfig());
        Kubectl.VARIABLES.forEach((name, value) -> words.add(name + "=" + value));
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
        return new Running(trace, process, output);
    }

    /// What a command asks, until it has ended or has asked as much as was recorded of it. The log may tell a little later than the command ends.
    private List<String> askedBy(Running running) throws IOException, InterruptedException {
        int expected = running.trace().requests().size();
        List<String> asked = new ArrayList<>();
        boolean ended = false;
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(ENDED_WITHIN_SECONDS);
        while (System.nanoTime() < patience) {
            asked.addAll(audit.next());
            if (asked.size() >= expected && (ended || expected > 0)) {
                return asked;
            }
            boolean endsNow = running.process().waitFor(10, TimeUnit.MILLISECONDS);
            if (endsNow && !ended) {
                patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(AuditTail.LATE_SECONDS_MAX);
            }
            ended = endsNow;
        }
        return asked;
    }
}
