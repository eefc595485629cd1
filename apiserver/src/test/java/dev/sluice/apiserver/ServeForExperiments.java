package dev.sluice.apiserver;

import java.nio.file.Files;
import java.nio.file.Path;

/// Runs a server for experiments by hand: arguments are the port and a directory for `token`, `ca.crt`, `kubeconfig` and,
/// when a third argument is given, the data.
final class ServeForExperiments {
    private ServeForExperiments() {}

    public static void main(String[] arguments) throws Exception {
        long started = System.nanoTime();
        Path directory = Path.of(arguments[1]);
        Files.createDirectories(directory);
        ApiServerConfig config =
                ApiServerConfig.ephemeral()
                        .withPort(Integer.parseInt(arguments[0]))
                        .withData(arguments.length > 2 ? Path.of(arguments[2]) : null);
        ApiServer server = ApiServer.start(config);
        Files.writeString(directory.resolve("token"), server.adminToken());
        Files.writeString(directory.resolve("ca.crt"), server.caCertificate());
        server.writeKubeconfig(directory.resolve("kubeconfig"));
        System.out.println(
                "ready after "
                        + (System.nanoTime() - started) / 1_000_000
                        + " ms on "
                        + server.port());
        Runtime.getRuntime().addShutdownHook(new Thread(server::close));
        Thread.currentThread().join();
    }
}
