package dev.sluice.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// The files of recordings that paths name: a file is itself, a folder stands for the files in it that have the right ending. Files
/// may be compressed (`.gz` behind the ending).
public final class RecordingFiles {
    private RecordingFiles() {}

    /// The files in order.
    ///
    /// @param ending for example `.yaml`
    /// @throws NoSuchFileException for a path that does not exist, or a folder without such a file
    public static List<Path> of(List<Path> paths, String ending) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                files.addAll(inFolder(path, ending));
            } else if (Files.exists(path)) {
                files.add(path);
            } else {
                throw new NoSuchFileException(
                        path.toString(), null, "there is no such file or folder");
            }
        }
        return files;
    }

    private static List<Path> inFolder(Path folder, String ending) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            List<Path> files = content.filter(file -> isRecording(file, ending)).sorted().toList();
            if (files.isEmpty()) {
                throw new NoSuchFileException(
                        folder.toString(), null, "the folder holds no " + ending + " file");
            }
            return files;
        }
    }

    private static boolean isRecording(Path file, String ending) {
        String name = nameOf(file);
        return name.endsWith(ending) || name.endsWith(ending + ".gz");
    }

    /// The content, decompressed.
    public static InputStream open(Path file) throws IOException {
        InputStream content = Files.newInputStream(file);
        return nameOf(file).endsWith(".gz") ? new GZIPInputStream(content) : content;
    }

    /// The file's name without its ending, by which scenarios are called.
    public static String stem(Path file) {
        String name = nameOf(file);
        String plain = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
        int dot = plain.lastIndexOf('.');
        return dot < 0 ? plain : plain.substring(0, dot);
    }

    private static String nameOf(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }
}
