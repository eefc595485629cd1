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
            "With clusters: shows a manager whose urgent job finds both of its workers full.",
            "With a folder: does the same with your own manifests. An object with the annotation demo.sluice.dev/after-seconds"
                    + " arrives that much later, one with demo.sluice.dev/clusters in the clusters that it names."
        })
final class DemoCommand implements Callable<Integer> {
    private static final long MILLIS_BETWEEN_PICTURES = 200;
    // Half a minute on an idle machine; a busy one may take its time, a show that hangs may not.
    private static final Duration OWN_SHOW_MAX = Duration.ofMinutes(4);
    private static final int NODES = 4;
    private static final Path CLUSTERS = Path.of("clusters");
    private static final int WORKERS_OF_CLUSTERS = 2;
    private static final int COLUMNS_DEFAULT = 100;

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "DIR",
            description =
                    "clusters, or a folder of manifests. Default: Sluice's own demo of one cluster.")
    private @Nullable Path folder;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = WholeNumber.Workers.class,
            description =
                    "How many worker clusters there are besides, worker1 and so on. Default: 0.")
    private @Nullable Integer workers;

    @Option(names = "--keep", description = "Leaves the cluster up after the end, until Ctrl-C.")
    private boolean keep;

    @Override
    public Integer call() throws InterruptedException {
        Path chosen = chosen();
        List<Manifest> manifests = new ManifestReader().readFolder(chosen);
        Map<String, String> environment = System.getenv();
        Fleet running =
                Fleet.start(
                        new FleetPlan(
                                ApiServerConfig.ephemeral(),
                                NODES,
                                workers(),
                                Configuration.defaults()),
                        Optional.empty(),
                        environment);
        Thread atEnd = new Thread(running::close, "shutdown");
        Runtime.getRuntime().addShutdownHook(atEnd);
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "The %s up; kubeconfig: %s%n",
                workers() == 0 ? "cluster is" : "clusters are", running.kubeconfig());
        out.flush();
        int unfinished = show(running, manifests, chosen, environment, out);
        if (unfinished > 0) {
            out.println(
                    unfinished
                            + " workloads have not finished: kubectl describe workloads tells why.");
        }
        if (keep) {
            out.println(
                    "Everything stays up until Ctrl-C: export KUBECONFIG=" + running.kubeconfig());
            out.flush();
            new CountDownLatch(1).await();
        }
        out.flush();
        return unfinished > 0 && isOwn() ? 1 : 0;
    }

    private Path chosen() {
        Path own = Path.of(System.getProperty("sluice.home", "."), "demo");
        Path given = folder;
        if (given == null) {
            return own;
        }
        return given.equals(CLUSTERS) ? own.resolve(given) : given;
    }

    /// Whether a show of Sluice's own was chosen.
    private boolean isOwn() {
        return folder == null || folder.equals(CLUSTERS);
    }

    private int workers() {
        Integer given = workers;
        if (given != null) {
            return given;
        }
        return CLUSTERS.equals(folder) ? WORKERS_OF_CLUSTERS : 0;
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
                        running.clients(Api::new),
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
            if (isOwn()) {
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
