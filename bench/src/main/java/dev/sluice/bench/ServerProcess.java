package dev.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// A Sluice of its own for one measurement: `./sluice up` or `./sluice apiserver` on any free port, with durable storage in
/// a folder that goes when it ends.
final class ServerProcess implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(5);

    /// The kernel's unit for the time of threads, the same on every Linux that Java runs on.
    private static final int TICKS_PER_SECOND = 100;

    private final List<String> line;
    private final Process process;
    private final Path folder;
    private final Target target;
    private final Duration startTime;

    private ServerProcess(
            Process process, List<String> line, Path folder, Target target, Duration startTime) {
        this.line = line;
        this.process = process;
        this.folder = folder;
        this.target = target;
        this.startTime = startTime;
    }

    /// Starts `./sluice COMMAND` and waits until it is ready.
    ///
    /// @throws IOException when it ends, or is not ready after a minute; the message shows what it printed
    static ServerProcess start(String command, String... options)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path folder = Files.createTempDirectory("sluice-bench-");
        List<String> line =
                new ArrayList<>(
                        List.of(
                                System.getProperty("sluice.launcher", "./sluice"),
                                command,
                                "--data",
                                folder.resolve("data").toString(),
                                "--port",
                                "0",
                                "--kubeconfig",
                                folder.resolve("kubeconfig").toString()));
        line.addAll(List.of(options));
        return start(line, folder);
    }

    /// Ends it and starts it again on its data.
    ///
    /// @return the new one; this one is of no more use
    ServerProcess restart() throws IOException, InterruptedException, GeneralSecurityException {
        process.destroy();
        process.onExit().join();
        Files.delete(folder.resolve("kubeconfig"));
        return start(line, folder);
    }

    private static ServerProcess start(List<String> line, Path folder)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path kubeconfig = folder.resolve("kubeconfig");
        File output = folder.resolve("output").toFile();
        long begin = System.nanoTime();
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output);
        builder.environment().put("SLUICE_BUILT", "1");
        Process process = builder.start();
        while (System.nanoTime() - begin < START_MAX.toNanos() && process.isAlive()) {
            if (Files.exists(kubeconfig)) {
                Target target = target(kubeconfig, folder);
                if (new ApiClient(target).ready()) {
                    return new ServerProcess(
                            process,
                            line,
                            folder,
                            target,
                            Duration.ofNanos(System.nanoTime() - begin));
                }
            }
            Thread.sleep(5);
        }
        process.destroy();
        throw new IOException(
                String.join(" ", line)
                        + " did not become ready: "
                        + Files.readString(output.toPath()));
    }

    private static Target target(Path kubeconfig, Path folder) throws IOException {
        JsonNode config = new YAMLMapper().readTree(kubeconfig.toFile());
        JsonNode cluster = config.at("/clusters/0/cluster");
        Path authority = folder.resolve("ca.crt");
        Files.write(
                authority,
                Base64.getDecoder().decode(cluster.path("certificate-authority-data").asText()));
        return new Target(
                cluster.path("server").asText(),
                config.at("/users/0/user/token").asText(),
                authority);
    }

    Target target() {
        return target;
    }

    /// From the start of the launcher until `/readyz` said yes.
    Duration startTime() {
        return startTime;
    }

    /// Resident memory of the server in MiB, as the kernel counts it; NaN where there is no `/proc`.
    double residentMebibytes() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        if (!Files.exists(status)) {
            return Double.NaN;
        }
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                .findFirst()
                .orElse(Double.NaN);
    }

    /// Processor time that the server has used so far, by all its threads; zero where nobody counts it.
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /// The share of [#processorTime] that the compilers of its JVM have used; zero where nobody counts it.
    Duration compilerTime() throws IOException {
        Path threads = Path.of("/proc", Long.toString(process.pid()), "task");
        if (!Files.exists(threads)) {
            return Duration.ZERO;
        }
        long ticks = 0;
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
                if (stat.contains(" CompilerThre")) {
                    ticks += Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
                }
            }
        }
        return Duration.ofMillis(ticks * 1_000 / TICKS_PER_SECOND);
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().join();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
