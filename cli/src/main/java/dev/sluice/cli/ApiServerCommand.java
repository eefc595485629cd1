package dev.sluice.cli;

import dev.sluice.apiserver.ApiServer;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.StartupFailure;
import dev.sluice.apiserver.admission.NotReadyTaint;
import dev.sluice.localcluster.LocalCluster;
import dev.sluice.localcluster.LocalClusterConfig;
import dev.sluice.localcluster.StandardController;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice apiserver`: an API server in the foreground that has only the built-in kinds, and nothing that acts on them
/// but what is asked for.
@Command(
        name = "apiserver",
        description =
                "Keeps an API server up, without our kinds, controllers, scheduler and nodes.")
final class ApiServerCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ServerOptions options;

    @Option(
            names = "--controllers",
            paramLabel = "LIST",
            description =
                    "Controllers to run besides, separated by commas: * for all, -NAME without"
                            + " NAME. Default: none.")
    private @Nullable String controllers;

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
        Set<StandardController> chosen = controllers();
        Duration kept = history;
        ApiServerConfig config =
                options.config(environment).withAdmission(List.of(new NotReadyTaint()));
        LocalCluster cluster = started(kept == null ? config : config.withHistory(1, kept), chosen);
        ApiServer server = cluster.server();
        KubeconfigFile kubeconfig;
        try {
            kubeconfig =
                    KubeconfigFile.write(
                            server.adminKubeconfig(),
                            server.port(),
                            options.kubeconfig(),
                            data,
                            environment);
        } catch (Refusal refusal) {
            cluster.close();
            throw refusal;
        }
        PrintWriter out = spec.commandLine().getOut();
        Foreground.atEnd(
                out,
                "The API server",
                () -> {
                    kubeconfig.close();
                    cluster.close();
                });
        out.printf(
                "The API server listens on https://%s:%d.%n",
                config.exposure().reachableHost(), server.port());
        out.println("kubeconfig: " + kubeconfig.path());
        out.println("Ctrl-C ends it.");
        out.flush();
        Foreground.stay();
        return 0;
    }

    private Set<StandardController> controllers() {
        try {
            return controllers == null ? Set.of() : StandardController.parse(controllers);
        } catch (IllegalArgumentException unknown) {
            throw new Refusal(2, "--controllers: " + unknown.getMessage());
        }
    }

    /// Starts a server with these controllers; what hinders it is a refusal.
    private static LocalCluster started(ApiServerConfig config, Set<StandardController> chosen)
            throws InterruptedException {
        try {
            return LocalCluster.start(LocalClusterConfig.on(config).withOnly(chosen));
        } catch (StartupFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
    }
}
