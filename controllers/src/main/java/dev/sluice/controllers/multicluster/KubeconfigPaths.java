package dev.sluice.controllers.multicluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// Kubeconfigs in files of the manager: which ones may be read, and what they say (L5.1).
///
/// @param folder in which they have to be
/// @param anywhere whether they may be anywhere else too
record KubeconfigPaths(Path folder, boolean anywhere) {
    static final Path FOLDER = Path.of("/etc/multikueue/kubeconfigs");

    Access read(String location) {
        String field = "spec.clusterSource.kubeConfig.location is \"" + location + "\", ";
        try {
            Path path = Path.of(location);
            if (allowed(location).isEmpty()) {
                return Access.bad(
                        field + "expected an absolute path without \"..\" below " + folder);
            }
            if (!anywhere && !path.toRealPath().startsWith(folder.toRealPath())) {
                return Access.bad(
                        field
                                + "which leads out of "
                                + folder
                                + ", expected a file or a link to one below it");
            }
            return Kubeconfig.read(Files.readString(path));
        } catch (InvalidPathException invalid) {
            return Access.bad(field + "expected a path");
        } catch (NoSuchFileException missing) {
            return Access.bad(field + "expected a file: there is none");
        } catch (IOException unreadable) {
            return Access.bad(
                    field
                            + "expected a file that can be read: "
                            + unreadable.getClass().getSimpleName());
        }
    }

    /// The path, if its text alone does not rule it out.
    Optional<Path> allowed(String location) {
        try {
            return Optional.of(Path.of(location)).filter(path -> anywhere || isPlain(path));
        } catch (InvalidPathException invalid) {
            return Optional.empty();
        }
    }

    /// Whether the path is below the folder by its text alone.
    private boolean isPlain(Path path) {
        for (Path segment : path) {
            if (segment.toString().equals("..")) {
                return false;
            }
        }
        return path.isAbsolute()
                && path.startsWith(folder)
                && path.getNameCount() > folder.getNameCount();
    }
}
