package dev.sluice.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option of every command that works on a data folder without keeping a server up.
final class DataOption {
    @Option(
            names = "--data",
            paramLabel = "DIR",
            description =
                    "The data folder. Default: $XDG_DATA_HOME/sluice, else ~/.local/share/sluice.")
    private @Nullable Path data;

    Path folder(Map<String, String> environment) {
        Path given = data;
        return given == null ? standard(environment) : given.toAbsolutePath();
    }

    /// Where data lie when nothing is said.
    static Path standard(Map<String, String> environment) {
        String xdg = environment.getOrDefault("XDG_DATA_HOME", "");
        Path home = Path.of(System.getProperty("user.home"));
        return (xdg.isEmpty() ? home.resolve(".local/share") : Path.of(xdg))
                .resolve("sluice")
                .toAbsolutePath();
    }
}
