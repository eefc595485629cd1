package dev.sluice.cli;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice apiserver`: an API server in the foreground that has only the built-in kinds, and nothing that acts on them.
@Command(
        name = "apiserver",
        description =
                "Keeps an API server up, without our kinds, controllers, scheduler and nodes.")
final class ApiServerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ServerOptions options;

    @Option(
            names = "--history",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description =
                    "How long changes are kept for watches that resume, such as 90s or 5m."
                            + " Default: 5 minutes, and the last 10,000 changes in any case.")
    private @Nullable Duration history;

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> environment = System.getenv();
        Optional<Path> data = options.data(environment);
        Duration kept = history;
        ApiServerConfig config =
                ApiServerConfig.ephemeral()
                        .withData(data.orElse(null))
                        .withPort(options.port())
                        .withExposure(options.exposure());
        ApiServer server = started(kept == null ? config : config.withHistory(1, kept));
        KubeconfigFile kubeconfig;
        try {
            kubeconfig = KubeconfigFile.write(server, options.kubeconfig(), data, environment);
        } catch (Refusal refusal) {
            server.close();
            throw refusal;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "The API server listens on https://%s:%d.%n",
                config.exposure().reachableHost(), server.port());
        out.println("kubeconfig: " + kubeconfig.path());
        out.println("Ctrl-C ends it.");
        out.flush();
        Foreground.keep(
                () -> {
                    kubeconfig.close();
                    server.close();
                });
        return 0;
    }

    /// Starts a server; what hinders it is a refusal.
    static ApiServer started(ApiServerConfig config) {
        try {
            return ApiServer.start(config);
        } catch (StartupFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
    }
}
