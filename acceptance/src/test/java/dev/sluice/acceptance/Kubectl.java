package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// The `kubectl` of this machine, pointed at one server.
///
/// @param folder for its cache
/// @param context of the kubeconfig; empty for the current one
record Kubectl(Path kubeconfig, Path folder, String context) {
    private static final long ENDS_WITHIN_SECONDS = 90;

    /// A command is over before a collection would pay; it spends a third less with none.
    static final Map<String, String> VARIABLES = Map.of("GOGC", "off");

    Kubectl(Path kubeconfig, Path folder) {
        this(kubeconfig, folder, "");
    }

    /// The same for another context of the same file.
    Kubectl in(String other) {
        return new Kubectl(kubeconfig, folder, other);
    }

    /// How a command ended.
    record Ended(int exitCode, String output) {}

    /// Skips the test, saying why, when there is no kubectl; where SLUICE_CI is set that is a failure.
    static void require() {
        boolean there = false;
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            there |= Files.isExecutable(Path.of(folder, "kubectl"));
        }
        if (System.getenv("SLUICE_CI") != null) {
            assertThat(there).as("kubectl must be on the PATH where SLUICE_CI is set").isTrue();
        }
        Assumptions.assumeTrue(there, "skipped: kubectl is not on the PATH");
    }

    /// What a command prints; it must succeed.
    String ok(String... arguments) throws IOException, InterruptedException {
        Ended ended = run(arguments);
        assertThat(ended.exitCode())
                .as("kubectl %s: %s", String.join(" ", arguments), ended.output())
                .isZero();
        return ended.output();
    }

    Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(
                        List.of("kubectl", "--cache-dir", folder.resolve("cache").toString()));
        if (!context.isEmpty()) {
            command.addAll(List.of("--context", context));
        }
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile(folder, "kubectl", ".out");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .directory(SluiceProcess.home().toFile());
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().putAll(VARIABLES);
        Process process = builder.start();
        if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(command + " did not end: " + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }

    /// Applies a manifest; it must succeed.
    String apply(String manifest) throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "manifest", ".yaml");
        Files.writeString(file, manifest);
        return ok("apply", "-f", file.toString());
    }
}
