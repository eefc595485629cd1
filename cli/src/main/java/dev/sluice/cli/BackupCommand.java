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

/// `sluice backup`: copies a data folder into one file, also while its server runs.
@Command(
        name = "backup",
        description =
                "Copies all data, with the server's credentials, into one file. The server may run.")
final class BackupCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private DataOption data;

    @Parameters(index = "0", paramLabel = "FILE", description = "The file to write.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        try {
            Backup.Contents contents =
                    Backup.write(data.folder(System.getenv()), file.toAbsolutePath());
            spec.commandLine()
                    .getOut()
                    .printf(
                            "%s holds %d objects at revision %d.%n",
                            file, contents.objects(), contents.revision());
            return 0;
        } catch (JournalFailure failure) {
            throw new Refusal(String.valueOf(failure.getMessage()));
        }
    }
}
