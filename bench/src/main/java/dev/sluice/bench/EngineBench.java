package dev.sluice.bench;

import dev.sluice.bench.engine.Figures;
import dev.sluice.bench.engine.ReplayFigures;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice bench engine`: the engine's figures, or its JMH benchmarks.
@Command(
        name = "engine",
        description = {
            "Measures the engine's cases in the time of one thread, and in brackets by the clock.",
            "With --jmh the benchmarks run by the clock, on a machine that has nothing else to do."
        },
        mixinStandardHelpOptions = true)
final class EngineBench implements Callable<Integer> {
    @Option(
            names = "--jmh",
            paramLabel = "REGEX",
            arity = "0..1",
            fallbackValue = "dev\\.sluice\\.bench\\.engine\\..*",
            description =
                    "Runs the JMH benchmarks of this name instead (default: all of the engine's).")
    private @Nullable String include;

    @Option(
            names = "--case",
            paramLabel = "NAME",
            description = "Measures only this case, such as B12; may be given several times.")
    private List<String> cases = List.of();

    @Option(
            names = "--replay",
            paramLabel = "PATH",
            description =
                    "Measures instead how long the engine takes for what an engine log holds, a file or a folder of them; may be given several times.")
    private List<Path> logs = List.of();

    @Spec private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws RunnerException {
        CommandLine line = Objects.requireNonNull(spec).commandLine();
        if (!logs.isEmpty()) {
            return new ReplayFigures(line.getOut()).print(logs);
        }
        if (include != null) {
            new Runner(new OptionsBuilder().include(include).build()).run();
        } else {
            new Figures(line.getOut(), name -> cases.isEmpty() || cases.contains(name)).print();
        }
        return 0;
    }
}
