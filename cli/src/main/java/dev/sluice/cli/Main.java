package dev.sluice.cli;

import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;

/// The start of the program: parses the command line, runs one subcommand and ends with its exit code.
public final class Main {
    private Main() {}

    /// Runs the command that `args` name and ends the process with its exit code.
    public static void main(String[] args) {
        System.exit(commandLine(args).execute(args));
    }

    /// The command line that `args` need: only the command that they name, so that a start does not read the classes of the
    /// others; all of them when they name none or one that speaks of the others.
    private static CommandLine commandLine(String[] args) {
        @Nullable Callable<Integer> named =
                switch (args.length == 0 ? "" : args[0]) {
                    case "demo" -> new DemoCommand();
                    case "up" -> new UpCommand();
                    case "apiserver" -> new ApiServerCommand();
                    case "conformance" -> new ConformanceCommand();
                    case "explain" -> new ExplainCommand();
                    case "scheduler" -> new SchedulerCommand();
                    case "version" -> new VersionCommand();
                    default -> null;
                };
        return named == null
                ? commandLine()
                : handled(new CommandLine(new SluiceCommand()).addSubcommand(named));
    }

    /// The whole command line. Modules that stand above this one add theirs as {@link Subcommand} services.
    static CommandLine commandLine() {
        CommandLine line =
                new CommandLine(new SluiceCommand())
                        .addSubcommand(new DemoCommand())
                        .addSubcommand(new UpCommand())
                        .addSubcommand(new ApiServerCommand())
                        .addSubcommand(new ExplainCommand())
                        .addSubcommand(new SchedulerCommand())
                        .addSubcommand(new UserCommand())
                        .addSubcommand(new BackupCommand())
                        .addSubcommand(new RestoreCommand())
                        .addSubcommand(new ConformanceCommand())
                        .addSubcommand(new WarmUpCommand())
                        .addSubcommand(new VersionCommand())
                        .addSubcommand(new CommandLine.HelpCommand())
                        .addSubcommand(new CompletionCommand());
        ServiceLoader.load(Subcommand.class).forEach(line::addSubcommand);
        return handled(line);
    }

    private static CommandLine handled(CommandLine line) {
        return WrongArguments.told(line).setExecutionExceptionHandler(refusals());
    }

    private static IExecutionExceptionHandler refusals() {
        return (fault, line, parsed) -> {
            if (fault instanceof Refusal refusal) {
                line.getErr().println("sluice: " + refusal.getMessage());
                return refusal.exitCode();
            }
            throw fault;
        };
    }
}
