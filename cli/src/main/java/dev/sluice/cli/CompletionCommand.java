package dev.sluice.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sluice completion`: a script that teaches bash and zsh to complete the commands and options.
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash and zsh.",
            "Try: source <(./sluice completion)"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("sluice", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
