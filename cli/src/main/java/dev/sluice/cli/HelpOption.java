package dev.sluice.cli;

import picocli.CommandLine.Option;

/// The `--help` option that every subcommand has.
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    private boolean wanted;
}
