package dev.sluice.cli;

import dev.sluice.apiserver.security.Exposure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
                "Keeps a cluster up: API server, job queueing, pod scheduler and simulated nodes.")
final class UpCommand implements Callable<Integer> {
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

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> environment = System.getenv();
        Optional<Path> data = options.data(environment);
        Exposure exposure = options.exposure();
        RunningCluster running =
                RunningCluster.start(
                        options.config(environment),
                        options.kubeconfig(),
                        nodes,
                        settings.settings(spec.commandLine().getErr()),
                        environment);
        PrintWriter out = spec.commandLine().getOut();
        Foreground.atEnd(out, "Sluice", running::close);
        out.printf(
                "Sluice is up: https://%s:%d, %d nodes, %s.%n",
                exposure.reachableHost(),
                running.port(),
                nodes,
                data.map(folder -> "data in " + folder).orElse("data in memory"));
        if (nodes == 0) {
            out.println("There are no nodes: pods wait until you create some.");
        }
        out.println("kubeconfig: " + running.kubeconfig());
        out.println();
        out.println("Try in another terminal:");
        out.println("  export KUBECONFIG=" + running.kubeconfig());
        out.println(
                "  kubectl apply --server-side -f demo/01-cluster.yaml -f demo/02-queues.yaml -f"
                        + " demo/10-nightly.yaml");
        out.println("  kubectl get workloads --all-namespaces --watch");
        out.println();
        out.println("Ctrl-C ends it.");
        out.flush();
        Foreground.stay();
        return 0;
    }
}
