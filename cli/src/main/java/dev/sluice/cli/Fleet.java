package dev.sluice.cli;

import dev.sluice.cli.fleet.Introduction;
import dev.sluice.cli.fleet.Kubeconfig;
import dev.sluice.localcluster.LocalCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All clusters of this process: one, or a manager with workers that it knows; and the kubeconfig that leads to them.
///
/// ```
///   manager's server up ─▶ worker1 up ─▶ … ─▶ manager told of them ─▶ manager's controllers ─▶ kubeconfig
/// ```
///
/// So a port that is taken is found out at once, and the manager's controllers never meet a worker at its former address.
final class Fleet implements AutoCloseable {
    private static final String MANAGER = "manager";

    private final RunningCluster manager;
    private final SequencedMap<String, RunningCluster> workers;
    private final KubeconfigFile kubeconfig;

    private Fleet(
            RunningCluster manager,
            SequencedMap<String, RunningCluster> workers,
            KubeconfigFile kubeconfig) {
        this.manager = manager;
        this.workers = workers;
        this.kubeconfig = kubeconfig;
    }

    /// Starts them.
    ///
    /// @throws Refusal when one cannot start; nothing is left running then
    static Fleet start(
            FleetPlan plan, Optional<Path> wantedKubeconfig, Map<String, String> environment)
            throws InterruptedException {
        SequencedMap<String, RunningCluster> workers = new LinkedHashMap<>();
        RunningCluster manager = null;
        Fleet fleet = null;
        try {
            manager =
                    RunningCluster.start(
                            plan.server(),
                            plan.nodes(),
                            plan.settings(),
                            client -> startWorkers(plan, client, workers));
            KubeconfigFile file =
                    KubeconfigFile.write(
                            text(manager, workers),
                            manager.port(),
                            wantedKubeconfig,
                            Optional.ofNullable(plan.server().data()),
                            environment);
            fleet = new Fleet(manager, workers, file);
            return fleet;
        } finally {
            if (fleet == null) {
                close(manager, workers);
            }
        }
    }

    private static void startWorkers(
            FleetPlan plan, KubernetesClient manager, Map<String, RunningCluster> started) {
        int port = plan.server().port();
        for (String name : plan.names()) {
            RunningCluster worker;
            try {
                worker =
                        RunningCluster.start(
                                plan.worker(name, port), plan.nodes(), plan.settings(), _ -> {});
            } catch (Refusal refusal) {
                throw new Refusal(name + " cannot start: " + refusal.getMessage());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new Refusal("the start was interrupted");
            }
            started.put(name, worker);
            port = port == 0 ? 0 : worker.port();
            new Introduction(
                            name,
                            worker.cluster().client(),
                            way(worker),
                            plan.settings().namespace())
                    .to(manager, Instant.now());
        }
    }

    private static Kubeconfig way(RunningCluster cluster) {
        return Kubeconfig.read(cluster.cluster().server().adminKubeconfig()).orElseThrow();
    }

    private static String text(
            RunningCluster manager, SequencedMap<String, RunningCluster> workers) {
        if (workers.isEmpty()) {
            return manager.cluster().server().adminKubeconfig();
        }
        SequencedMap<String, Kubeconfig> ways = new LinkedHashMap<>();
        ways.put(MANAGER, way(manager));
        workers.forEach((name, worker) -> ways.put(name, way(worker)));
        return Kubeconfig.text(ways);
    }

    /// The cluster that holds jobs and quota of record; the only one if there are no workers.
    LocalCluster manager() {
        return manager.cluster();
    }

    /// The ports of all clusters by their names, the manager's first.
    SequencedMap<String, Integer> ports() {
        return ofEach(RunningCluster::port);
    }

    /// Ways to all clusters by their names, the manager's first, which may do everything.
    ///
    /// @param way makes one of a client
    <W> SequencedMap<String, W> clients(Function<KubernetesClient, W> way) {
        return ofEach(running -> way.apply(running.cluster().client()));
    }

    private <T> SequencedMap<String, T> ofEach(Function<RunningCluster, T> what) {
        SequencedMap<String, T> all = new LinkedHashMap<>();
        all.put(MANAGER, what.apply(manager));
        workers.forEach((name, worker) -> all.put(name, what.apply(worker)));
        return all;
    }

    Path kubeconfig() {
        return kubeconfig.path();
    }

    @Override
    public void close() {
        kubeconfig.close();
        close(manager, workers);
    }

    /// The manager first: it is not to see its workers go.
    private static void close(
            @Nullable RunningCluster manager, SequencedMap<String, RunningCluster> workers) {
        if (manager != null) {
            manager.close();
        }
        workers.sequencedValues().reversed().forEach(RunningCluster::close);
    }
}
