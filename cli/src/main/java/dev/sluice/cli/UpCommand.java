package dev.sluice.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice up`: a whole cluster in the foreground.
@Command(
        name = "up",
        description =
                "Keeps a cluster up: API server, job queueing, pod scheduler and simulated nodes; or a manager"
                        + " with workers.")
final class UpCommand implements Callable<Integer> {
    private static final List<String> ONE =
            List.of(
                    "kubectl apply --server-side -f demo/01-cluster.yaml -f demo/02-queues.yaml -f"
                            + " demo/10-nightly.yaml",
                    "kubectl get workloads --all-namespaces --watch");
    private static final List<String> SEVERAL =
            List.of(
                    "kubectl get multikueueclusters",
                    "kubectl --context worker1 get nodes",
                    "and read docs/guide/clusters.md: queues are yours to make, in each cluster");

    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private ServerOptions options;
    @Mixin private SettingsOptions settings;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "4",
            converter = WholeNumber.Nodes.class,
            description = "How many nodes there are. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "0",
            converter = WholeNumber.Workers.class,
            description =
                    "How many worker clusters there are besides, with ports above the first one's:"
                            + " the first is their manager. Default: ${DEFAULT-VALUE}.")
    private int workers;

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> environment = System.getenv();
        FleetPlan plan =
                new FleetPlan(
                        options.config(environment),
                        nodes,
                        workers,
                        settings.settings(spec.commandLine().getErr()));
        List<String> leftOut = plan.leftOut();
        Fleet fleet = Fleet.start(plan, options.kubeconfig(), environment);
        PrintWriter out = spec.commandLine().getOut();
        Foreground.atEnd(out, "Sluice", fleet::close);
        introduce(plan, fleet, out);
        for (String name : leftOut) {
            out.println(
                    name
                            + " has data of an earlier start and is not running: --workers says how many are.");
        }
        out.println();
        out.println("Try in another terminal:");
        out.println("  export KUBECONFIG=" + fleet.kubeconfig());
        (workers == 0 ? ONE : SEVERAL).forEach(line -> out.println("  " + line));
        out.println();
        out.println("Ctrl-C ends it.");
        out.flush();
        Foreground.stay();
        return 0;
    }

    /// Says what there is.
    private void introduce(FleetPlan plan, Fleet fleet, PrintWriter out) {
        Path data = plan.server().data();
        String where = data == null ? "data in memory" : "data in " + data;
        String host = plan.server().exposure().reachableHost();
        if (workers == 0) {
            out.printf(
                    "Sluice is up: https://%s:%d, %s, %s.%n",
                    host, fleet.ports().firstEntry().getValue(), counted(nodes, "node"), where);
        } else {
            out.printf(
                    "Sluice is up: a manager and %s, %s each, %s.%n",
                    counted(workers, "worker"), counted(nodes, "node"), where);
            fleet.ports()
                    .forEach((name, port) -> out.printf("  %s: https://%s:%d%n", name, host, port));
        }
        if (nodes == 0) {
            out.println("There are no nodes: pods wait until you create some.");
        }
        out.println("kubeconfig: " + fleet.kubeconfig());
    }

    private static String counted(int count, String thing) {
        return count + " " + (count == 1 ? thing : thing + "s");
    }
}
