package dev.sluice.cli;

import dev.sluice.apiserver.error.FileFault;
import dev.sluice.apiserver.security.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice user`: issues a client certificate for one more user and writes a kubeconfig around it.
@Command(
        name = "user",
        description =
                "Writes a kubeconfig for one more user of the API server, with a client certificate of its own.")
final class UserCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private HelpOption help;
    @Mixin private DataOption data;

    @Parameters(index = "0", paramLabel = "NAME", description = "The user's name.")
    private String name = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "The kubeconfig to write.")
    private Path file = Path.of("");

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "A group of the user's; may be given several times.")
    private List<String> groups = List.of();

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "https://127.0.0.1:6443",
            description = "Where the user finds the server. Default: ${DEFAULT-VALUE}.")
    private String server = "";

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "365",
            converter = WholeNumber.Days.class,
            description = "How long the certificate is good. Default: ${DEFAULT-VALUE}.")
    private int days;

    @Override
    public Integer call() {
        if (name.isBlank()) {
            throw new Refusal(2, "NAME is empty, expected the user's name");
        }
        Path folder = data.folder(System.getenv());
        if (!Files.isDirectory(folder.resolve("tls"))) {
            throw new Refusal(
                    folder
                            + " has no certificates, expected the data folder of a server that was started before");
        }
        Path target = file.toAbsolutePath().normalize();
        if (target.getParent() != null && !Files.isDirectory(target.getParent())) {
            throw new Refusal(
                    2, "FILE is " + file + ", but there is no folder " + target.getParent());
        }
        if (Files.isDirectory(target)) {
            throw new Refusal(2, "FILE is " + file + ", which is a folder, expected a file");
        }
        try {
            String kubeconfig =
                    Credentials.userKubeconfig(
                            folder, name, groups, Duration.ofDays(days), server, Instant.now());
            Credentials.writePrivately(file, kubeconfig);
        } catch (IOException failed) {
            throw new Refusal(
                    "the kubeconfig "
                            + file
                            + " cannot be written: "
                            + FileFault.reasonOfWrite(failed));
        } catch (GeneralSecurityException failed) {
            throw new Refusal(
                    "the certificates in " + folder + " cannot be used: " + failed.getMessage());
        }
        spec.commandLine().getOut().println("kubeconfig: " + target);
        return 0;
    }
}
