package dev.sluice.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice` without a subcommand: it only says which there are.
@Command(
        name = "sluice",
        description =
                "Job queueing for Kubernetes: which jobs may start, when, on whose quota and at whose cost.",
        versionProvider = VersionCommand.Lines.class,
        synopsisSubcommandLabel = "COMMAND")
final class SluiceCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Prints the version.")
    private boolean version;

    @Override
    public void run() {
        CommandLine line = spec.commandLine();
        throw new ParameterException(
                line, "which command? " + String.join(", ", WrongArguments.commands(line)));
    }
}
