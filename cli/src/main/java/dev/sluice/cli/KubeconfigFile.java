package dev.sluice.cli;

import dev.sluice.apiserver.error.FileFault;
import dev.sluice.apiserver.security.Credentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The file that tells kubectl how to reach servers. One that was made for an ephemeral server goes with it.
///
/// @param temporary whether it is to be removed at the end
record KubeconfigFile(Path path, boolean temporary) {
    private static final Logger LOG = LoggerFactory.getLogger(KubeconfigFile.class);

    /// Writes it where the user said, else into the data folder, else into the folder for the files of this login.
    ///
    /// @param port of the server, for a name that no other one has
    /// @throws Refusal when it cannot be written
    static KubeconfigFile write(
            String text,
            int port,
            Optional<Path> wanted,
            Optional<Path> data,
            Map<String, String> environment) {
        Path path =
                wanted.or(() -> data.map(folder -> folder.resolve("kubeconfig")))
                        .orElseGet(() -> runtimeFolder(environment).resolve("kubeconfig-" + port));
        try {
            Credentials.writePrivately(path, text);
        } catch (IOException failed) {
            throw new Refusal(
                    "the kubeconfig "
                            + path
                            + " cannot be written: "
                            + FileFault.reasonOfWrite(failed));
        }
        return new KubeconfigFile(path, wanted.isEmpty() && data.isEmpty());
    }

    private static Path runtimeFolder(Map<String, String> environment) {
        String folder = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        return folder.isEmpty()
                ? Path.of(
                        System.getProperty("java.io.tmpdir"),
                        "sluice-" + System.getProperty("user.name"))
                : Path.of(folder, "sluice");
    }

    /// Removes a temporary one.
    void close() {
        if (temporary) {
            try {
                Files.deleteIfExists(path);
            } catch (IOException stays) {
                LOG.warn("The kubeconfig could not be removed: file={}", path, stays);
            }
        }
    }
}
