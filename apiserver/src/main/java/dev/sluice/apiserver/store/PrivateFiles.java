package dev.sluice.apiserver.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Files and directories that only their owner may use: modes 0600 and 0700 (H6.15, H7.1). On a file system that knows
/// no such modes making them fails, rather than leaving secrets open to all.
public final class PrivateFiles {
    private static final Set<PosixFilePermission> FILE =
            PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> FILE_ATTRIBUTE =
            PosixFilePermissions.asFileAttribute(FILE);
    private static final FileAttribute<Set<PosixFilePermission>> DIRECTORY_ATTRIBUTE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private PrivateFiles() {}

    /// Makes a file when it is absent, and closes it to others when it is not.
    public static void ensure(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(file, FILE);
        } else {
            Files.createFile(file, FILE_ATTRIBUTE);
        }
    }

    /// Makes a new empty file in place of any that is there.
    public static void replace(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.createFile(file, FILE_ATTRIBUTE);
    }

    /// Makes a directory, and those above it, when they are absent.
    public static void directory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, DIRECTORY_ATTRIBUTE);
        }
    }
}
