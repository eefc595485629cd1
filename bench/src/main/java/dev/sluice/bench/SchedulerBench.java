package dev.sluice.bench;

import dev.sluice.bench.scheduler.BoundPods;
import dev.sluice.bench.scheduler.Figures;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice bench scheduler`: the pod scheduler's figures, or its JMH benchmarks.
@Command(
        name = "scheduler",
        description = {
            "Measures the pod scheduler's cases in the time of one thread.",
            "With --jmh the benchmarks run by the clock, on a machine that has nothing else to do."
        },
        mixinStandardHelpOptions = true)
final class SchedulerBench implements Callable<Integer> {
    @Option(
            names = "--jmh",
            paramLabel = "REGEX",
            arity = "0..1",
            fallbackValue = "dev\\.sluice\\.bench\\.scheduler\\..*",
            description =
                    "Runs the JMH benchmarks of this name instead (default: all of the scheduler's).")
    private @Nullable String include;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Measures only the cases whose name holds this (default: all).")
    private Pattern only = Pattern.compile(".*");

    @Option(
            names = "--bound",
            description =
                    "Measures by the clock how many pods a second are bound on an API server with durable"
                            + " storage instead.")
    private boolean bound;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "5000",
            description = "Nodes for --bound. Default: ${DEFAULT-VALUE}.")
    private int nodes;

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Pods for --bound. Default: ${DEFAULT-VALUE}.")
    private int pods;

    @Option(
            names = "--warmups",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Rounds of half as many pods before those that count, so that the code is compiled.",
                "Only with --bound. Default: ${DEFAULT-VALUE}."
            })
    private int warmups;

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws RunnerException, IOException, InterruptedException {
        if (include != null) {
            new Runner(new OptionsBuilder().include(include).build()).run();
        } else {
            PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
            if (bound) {
                PrintWriter unheard = new PrintWriter(Writer.nullWriter());
                for (int round = 0; round < warmups; round++) {
                    new BoundPods(nodes, pods / 2, true, 0).measure(unheard);
                }
                for (BoundPods run :
                        List.of(
                                new BoundPods(nodes, pods, false, 0),
                                new BoundPods(nodes, pods, false, pods),
                                new BoundPods(nodes, pods, true, 0))) {
                    if (only.matcher(run.name()).find()) {
                        run.measure(out);
                    }
                }
                return 0;
            }
            new Figures(out, only).print();
        }
        return 0;
    }
}
