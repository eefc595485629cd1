package dev.sluice.cli;

import dev.sluice.apiserver.store.Backup;
import dev.sluice.apiserver.store.JournalFailure;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice restore`: makes a data folder out of a backup.
@Command(
        name = "restore",
        description = "Makes a new data folder out of a backup; start a server on it afterwards.")
final class RestoreCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private DataOption data;

    @Parameters(index = "0", paramLabel = "FILE", description = "The backup to read.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        Path folder = data.folder(System.getenv());
        try {
            Backup.Contents contents = Backup.restore(file.toAbsolutePath(), folder);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%s has %d objects; revisions go on from %d.%n",
                            folder, contents.objects(), contents.revision());
            return 0;
        } catch (JournalFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
    }
}
