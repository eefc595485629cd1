package dev.sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Go's client libraries, client-go and controller-runtime, run their own suite (`src/test/go`) against a server.
class GoClientsTest {
    private static final long COMPILED_AND_RUN_WITHIN_MINUTES = 20;

    @TempDir Path folder;

    @Test
    void clientGoAndControllerRuntimePassTheirSuite() throws IOException, InterruptedException {
        Path suite = SluiceProcess.home().resolve("acceptance/src/test/go");
        Assumptions.assumeTrue(
                runs(suite, "go", "version"), "skipped: the Go toolchain is not on the PATH");
        Assumptions.assumeTrue(
                runs(suite, "go", "mod", "download"),
                "skipped: the modules of the Go suite cannot be fetched");
        try (SluiceProcess sluice =
                SluiceProcess.up(
                        List.of(
                                "apiserver",
                                "--ephemeral",
                                "--port",
                                "0",
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString()))) {
            Path output = folder.resolve("output");
            ProcessBuilder builder =
                    new ProcessBuilder("go", "test", "-count=1", "./...")
                            .directory(suite.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile());
            builder.environment().put("KUBECONFIG", sluice.kubeconfig().toString());
            Process process = builder.start();
            boolean ended = process.waitFor(COMPILED_AND_RUN_WITHIN_MINUTES, TimeUnit.MINUTES);
            if (!ended) {
                process.destroyForcibly();
            }
            assertThat(ended).as(() -> text(output)).isTrue();
            assertThat(process.exitValue()).as(() -> text(output)).isZero();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return "no output: " + unreadable.getMessage();
        }
    }

    private static boolean runs(Path directory, String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
