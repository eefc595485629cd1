package dev.sluice.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `sluice bench engine`: the JMH benchmarks of the engine.
@Command(
        name = "engine",
        description = "Runs the engine's JMH benchmarks.",
        mixinStandardHelpOptions = true)
final class EngineBench implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            defaultValue = "dev\\.sluice\\.bench\\.engine\\..*",
            description =
                    "A regular expression over benchmark names (default: all of the engine's).")
    private String include = "";

    @Override
    public Integer call() throws RunnerException {
        new Runner(new OptionsBuilder().include(include).build()).run();
        return 0;
    }
}
