package dev.sluice.localcluster;

import dev.sluice.apiserver.ApiServerConfig;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.localcluster.node.NodePool;
import dev.sluice.localcluster.node.SimulationAnnotations;
import dev.sluice.reconcile.Clock;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.SystemClock;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Everything that a local cluster is told at its start.
///
/// @param server the API server; its clock is replaced by `clock`
/// @param clock of the server and of all controllers
/// @param nodes the nodes that are there from the start
/// @param runsPods whether the nodes run what is bound to them; without, somebody else plays their agents
/// @param annotations what pods say about their own simulation
/// @param prepare run when the server is up, before anything is watched: definitions of custom kinds
/// @param standard the controllers that every cluster has, as far as this one has them
/// @param controllers further controllers (a scheduler, a job queue): each registers what it needs before the cluster
///     starts
public record LocalClusterConfig(
        ApiServerConfig server,
        Clock clock,
        NodePool nodes,
        boolean runsPods,
        SimulationAnnotations annotations,
        List<Consumer<KubernetesClient>> prepare,
        Set<StandardController> standard,
        List<BiConsumer<Cluster, KindRegistry>> controllers,
        Map<String, Supplier<String>> pages) {

    public LocalClusterConfig {
        standard = Set.copyOf(standard);
        prepare = List.copyOf(prepare);
        controllers = List.copyOf(controllers);
        pages = Map.copyOf(pages);
    }

    /// The usual cluster on a server: four nodes that run pods, in real time, and no controllers but those that every
    /// cluster has.
    public static LocalClusterConfig on(ApiServerConfig server) {
        return new LocalClusterConfig(
                server,
                new SystemClock(),
                NodePool.DEFAULT,
                true,
                SimulationAnnotations.OF_SLUICE,
                List.of(),
                StandardController.all(),
                List.of(),
                Map.of());
    }

    public LocalClusterConfig withClock(Clock newClock) {
        return new LocalClusterConfig(
                server, newClock, nodes, runsPods, annotations, prepare, standard, controllers, pages);
    }

    public LocalClusterConfig withNodes(NodePool newNodes) {
        return new LocalClusterConfig(
                server, clock, newNodes, runsPods, annotations, prepare, standard, controllers, pages);
    }

    /// Nodes that do not run their pods: somebody else plays their agents.
    public LocalClusterConfig withoutPodRunner() {
        return new LocalClusterConfig(
                server, clock, nodes, false, annotations, prepare, standard, controllers, pages);
    }

    /// No controllers but these of those that every cluster has.
    public LocalClusterConfig withOnly(Set<StandardController> chosen) {
        return new LocalClusterConfig(
                server, clock, nodes, runsPods, annotations, prepare, chosen, controllers, pages);
    }

    /// Adds a step to the preparation.
    public LocalClusterConfig prepared(Consumer<KubernetesClient> step) {
        List<Consumer<KubernetesClient>> all = new ArrayList<>(prepare);
        all.add(step);
        return new LocalClusterConfig(
                server, clock, nodes, runsPods, annotations, all, standard, controllers, pages);
    }

    /// Adds a controller.
    public LocalClusterConfig with(Consumer<Cluster> controller) {
        return withServed((cluster, _) -> controller.accept(cluster));
    }

    /// Adds a controller that serves kinds of its own, which are made when they are asked for.
    public LocalClusterConfig withServed(BiConsumer<Cluster, KindRegistry> controller) {
        List<BiConsumer<Cluster, KindRegistry>> all = new ArrayList<>(controllers);
        all.add(controller);
        return new LocalClusterConfig(
                server, clock, nodes, runsPods, annotations, prepare, standard, all, pages);
    }

    /// Adds a page of text that the API server shows, such as `/metrics`.
    public LocalClusterConfig withPage(String path, Supplier<String> text) {
        Map<String, Supplier<String>> all = new HashMap<>(pages);
        all.put(path, text);
        return new LocalClusterConfig(
                server, clock, nodes, runsPods, annotations, prepare, standard, controllers, all);
    }
}
