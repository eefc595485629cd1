package dev.sluice.cli;

import dev.sluice.api.config.Configuration;
import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.cli.client.Api;
import dev.sluice.cli.demo.Demo;
import dev.sluice.cli.manifest.Manifest;
import dev.sluice.cli.manifest.ManifestReader;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice demo`: manifests arrive at an ephemeral cluster over time, and one watches what becomes of them.
@Command(
        name = "demo",
        description = {
            "Shows two teams' jobs being queued, admitted, preempted and finished, in less than a minute.",
            "With a folder: does the same with your own manifests. An object with the annotation demo.sluice.dev/after-seconds"
                    + " arrives that much later."
        })
final class DemoCommand implements Callable<Integer> {
    private static final long MILLIS_BETWEEN_PICTURES = 200;
    // Half a minute on an idle machine; a busy one may take its time, a show that hangs may not.
    private static final Duration OWN_SHOW_MAX = Duration.ofMinutes(4);
    private static final int NODES = 4;
    private static final int COLUMNS_DEFAULT = 100;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description = "A folder of manifests. Default: Sluice's own demo.")
    private @Nullable Path folder;

    @Option(names = "--keep", description = "Leaves the cluster up after the end, until Ctrl-C.")
    private boolean keep;

    @Override
    public Integer call() throws InterruptedException {
        Path chosen = folder == null ? ownFolder() : folder;
        List<Manifest> manifests = new ManifestReader().readFolder(chosen);
        Map<String, String> environment = System.getenv();
        Fleet running =
                Fleet.start(
                        new FleetPlan(
                                ApiServerConfig.ephemeral(), NODES, 0, Configuration.defaults()),
                        Optional.empty(),
                        environment);
        Thread atEnd = new Thread(running::close, "shutdown");
        Runtime.getRuntime().addShutdownHook(atEnd);
        PrintWriter out = spec.commandLine().getOut();
        out.println("The cluster is up; kubeconfig: " + running.kubeconfig());
        out.flush();
        int unfinished = show(running, manifests, chosen, environment, out);
        if (unfinished > 0) {
            out.println(
                    unfinished
                            + " workloads have not finished: kubectl describe workloads tells why.");
        }
        if (keep) {
            out.println(
                    "The cluster stays up until Ctrl-C: export KUBECONFIG=" + running.kubeconfig());
            out.flush();
            new CountDownLatch(1).await();
        }
        out.flush();
        return unfinished > 0 && folder == null ? 1 : 0;
    }

    private static Path ownFolder() {
        String home = System.getProperty("sluice.home", ".");
        return Path.of(home, "demo");
    }

    private int show(
            Fleet running,
            List<Manifest> manifests,
            Path chosen,
            Map<String, String> environment,
            PrintWriter out)
            throws InterruptedException {
        Demo demo =
                Demo.of(
                        new Api(running.manager().client()),
                        manifests,
                        InstantSource.system(),
                        out,
                        columns(environment),
                        "Sluice: " + chosen + ", export KUBECONFIG=" + running.kubeconfig());
        ScheduledExecutorService pulse = Executors.newSingleThreadScheduledExecutor();
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        try {
            demo.open();
            pulse.scheduleWithFixedDelay(
                    () -> tick(demo, over), 0, MILLIS_BETWEEN_PICTURES, TimeUnit.MILLISECONDS);
            if (folder == null) {
                over.get(OWN_SHOW_MAX.toMillis(), TimeUnit.MILLISECONDS);
            } else {
                over.get();
            }
        } catch (TimeoutException late) {
            out.println("The show did not end within " + OWN_SHOW_MAX.toMinutes() + " minutes.");
        } catch (ExecutionException failed) {
            demo.leave();
            if (failed.getCause() instanceof Refusal refusal) {
                throw refusal;
            }
            throw new IllegalStateException("the show broke off", failed.getCause());
        } catch (Refusal refusal) {
            demo.leave();
            throw refusal;
        } finally {
            pulse.shutdownNow();
            pulse.awaitTermination(1, TimeUnit.SECONDS);
        }
        return demo.close(out);
    }

    private static void tick(Demo demo, CompletableFuture<Boolean> over) {
        try {
            if (demo.tick()) {
                over.complete(true);
            }
        } catch (Refusal | IllegalStateException broken) {
            over.completeExceptionally(broken);
        }
    }

    private static int columns(Map<String, String> environment) {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            return 0;
        }
        String columns = environment.getOrDefault("COLUMNS", "");
        return columns.matches("[1-9]\\d{0,3}") ? Integer.parseInt(columns) : COLUMNS_DEFAULT;
    }
}
