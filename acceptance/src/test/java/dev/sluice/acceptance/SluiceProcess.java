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
    private static final String SCHEDULER = "The scheduler serves pods ";

    private final Process process;
    private final String sign;

    /// @param sign what its line that it is up said beyond the expected
    private SluiceProcess(Process process, String sign) {
        this.process = process;
        this.sign = sign;
    }

    /// How a command ended.
    public record Ended(int exitCode, String output) {}

    /// Starts a server, and returns when it says that it is up.
    public static SluiceProcess up(List<String> arguments) throws IOException {
        return started(arguments, KUBECONFIG);
    }

    /// Starts a scheduler of its own, and returns when it says that it knows the cluster.
    public static SluiceProcess scheduler(List<String> arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("scheduler"));
        all.addAll(arguments);
        return started(all, SCHEDULER);
    }

    private static SluiceProcess started(List<String> arguments, String expected)
            throws IOException {
        Process process = builder(arguments).redirectErrorStream(true).start();
        BufferedReader output =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith(expected)) {
                Thread.ofVirtual().start(() -> drain(output));
                return new SluiceProcess(process, line.substring(expected.length()));
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

    /// Of a server.
    public Path kubeconfig() {
        return Path.of(sign);
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
