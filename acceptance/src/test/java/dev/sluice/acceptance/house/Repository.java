package dev.sluice.acceptance.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The source tree that this build was started in.
final class Repository {
    private static final Set<String> NOT_OURS =
            Set.of("target", ".git", "node_modules", ".idea", ".vscode");

    private final Path root;

    private Repository(Path root) {
        this.root = root;
    }

    /// The nearest folder, from the working directory upwards, that holds the launcher.
    static Repository here() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isRegularFile(folder.resolve("sluice"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException(
                    "no folder above the working directory holds the launcher ./sluice");
        }
        return new Repository(folder);
    }

    Path root() {
        return root;
    }

    /// Source files with one of these endings, by path from the root, in order of name.
    List<Path> files(String... endings) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(
                    root,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            boolean skip = NOT_OURS.contains(String.valueOf(folder.getFileName()));
                            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            String name = String.valueOf(file.getFileName());
                            for (String ending : endings) {
                                if (name.endsWith(ending)) {
                                    found.add(root.relativize(file));
                                    break;
                                }
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return found.stream().sorted().toList();
    }

    String text(Path file) {
        try {
            return Files.readString(root.resolve(file), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(file.toString(), broken);
        }
    }

    List<String> lines(Path file) {
        return text(file).lines().toList();
    }
}
