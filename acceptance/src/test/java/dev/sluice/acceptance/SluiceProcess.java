package dev.sluice.acceptance;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The `./sluice` command as a process of its own, on the build that this build has made.
public final class SluiceProcess implements AutoCloseable {
    private static final long ENDS_WITHIN_SECONDS = 90;
    private static final String KUBECONFIG = "kubeconfig: ";

    private final Process process;
    private final Path kubeconfig;

    private SluiceProcess(Process process, Path kubeconfig) {
        this.process = process;
        this.kubeconfig = kubeconfig;
    }

    /// How a command ended.
    public record Ended(int exitCode, String output) {}

    /// Starts a command that stays, and returns when it says that it is up.
    public static SluiceProcess up(List<String> arguments) throws IOException {
        Process process = builder(arguments).redirectErrorStream(true).start();
        BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith(KUBECONFIG)) {
                Thread.ofVirtual().start(() -> drain(output));
                return new SluiceProcess(process, Path.of(line.substring(KUBECONFIG.length())));
            }
        }
        throw new IllegalStateException("sluice " + arguments + " did not come up: " + lines);
    }

    /// Nobody reads what comes later, but a full pipe would stop the process.
    private static void drain(BufferedReader output) {
        try {
            while (output.readLine() != null) {
                continue;
            }
        } catch (IOException closed) {
            // The process was killed.
        }
    }

    /// Runs a command to its end.
    public static Ended run(List<String> arguments) throws IOException, InterruptedException {
        Path output = Files.createTempFile("sluice", ".out");
        Process process =
                builder(arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IllegalStateException(
                    "sluice " + arguments + " did not end: " + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output));
    }

    private static ProcessBuilder builder(List<String> arguments) {
        Path home = home();
        List<String> command = new ArrayList<>(List.of(home.resolve("sluice").toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().put("SLUICE_BUILT", "1");
        return builder;
    }

    /// The folder of the launcher.
    public static Path home() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isRegularFile(folder.resolve("sluice"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException("no folder above the working directory holds ./sluice");
        }
        return folder;
    }

    public Path kubeconfig() {
        return kubeconfig;
    }

    /// Ends it at this instant, whatever it is doing (`kill -9`).
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /// Asks it to end (SIGTERM) and returns its exit code.
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("sluice did not end after SIGTERM");
        }
        return process.exitValue();
    }

    @Override
    public void close() throws InterruptedException {
        if (process.isAlive()) {
            stop();
        }
    }
}
