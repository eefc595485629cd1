package dev.sluice.cli;

import dev.sluice.apiserver.security.StaticTokens;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// The options of every command that keeps an API server up: where its data lie, where it listens, where the kubeconfig goes.
final class ServerOptions {
    @ArgGroup private @Nullable Storage storage;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "6443",
            description = "The port on 127.0.0.1; 0 takes any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "Where to write the administrator's kubeconfig. Default: kubeconfig in the data folder.")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description =
                    "More users with bearer tokens, one a line: token,user,uid,\"group1,group2\".")
    private @Nullable Path tokens;

    /// Either a folder or nothing that stays.
    static final class Storage {
        @Option(
                names = "--data",
                required = true,
                paramLabel = "DIR",
                description =
                        "The data folder. Default: $XDG_DATA_HOME/sluice, else ~/.local/share/sluice.")
        private @Nullable Path data;

        @Option(
                names = "--ephemeral",
                required = true,
                description = "Keep all data in memory; they are gone at the end.")
        private boolean ephemeral;
    }

    int port() {
        if (port < 0 || port > 65_535) {
            throw new Refusal(2, "--port is " + port + ", expected 0 (any free one) or 1 to 65535");
        }
        return port;
    }

    /// The data folder; empty when nothing is to stay.
    Optional<Path> data(Map<String, String> environment) {
        Storage chosen = storage;
        if (chosen == null) {
            return Optional.of(DataOption.standard(environment));
        }
        return Optional.ofNullable(chosen.data).map(Path::toAbsolutePath);
    }

    Optional<Path> kubeconfig() {
        return Optional.ofNullable(kubeconfig).map(Path::toAbsolutePath);
    }

    /// The users of `--tokens`.
    StaticTokens tokens() {
        Path file = tokens;
        if (file == null) {
            return StaticTokens.NONE;
        }
        try {
            return StaticTokens.read(file);
        } catch (IOException wrong) {
            throw new Refusal(2, "--tokens cannot be read: " + wrong.getMessage());
        }
    }
}
