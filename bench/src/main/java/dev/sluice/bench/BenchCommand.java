package dev.sluice.bench;

import dev.sluice.cli.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice bench`: measures, prints, and never judges.
@Command(
        name = "bench",
        description =
                "Measures the API server, jobs from end to end, the engine, or the pod scheduler.",
        mixinStandardHelpOptions = true,
        subcommands = {ApiBench.class, JobsBench.class, EngineBench.class, SchedulerBench.class})
public final class BenchCommand implements Subcommand {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(), "which measurement? api, jobs, engine or scheduler");
    }
}
