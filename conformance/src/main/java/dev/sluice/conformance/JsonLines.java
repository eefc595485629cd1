package dev.sluice.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// Files with one JSON object a line: `.jsonl`, or `.jsonl.gz`.
public final class JsonLines {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonLines() {}

    /// The files that paths stand for: a file for itself, a folder for those in it, by name.
    ///
    /// @throws RecordingException if a path does not exist or a folder holds no such file
    public static List<Path> files(List<Path> paths) {
        List<Path> files = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                files.addAll(inFolder(path));
            } else if (Files.isRegularFile(path)) {
                files.add(path);
            } else {
                throw new RecordingException(path + ": there is no such file or folder");
            }
        }
        return files;
    }

    private static List<Path> inFolder(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> files = entries.filter(JsonLines::isRecording).sorted().toList();
            if (files.isEmpty()) {
                throw new RecordingException(folder + ": there is no .jsonl file in this folder");
            }
            return files;
        } catch (IOException e) {
            throw new RecordingException(folder + ": cannot be read: " + e.getMessage());
        }
    }

    private static boolean isRecording(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(".jsonl") || name.endsWith(".jsonl.gz");
    }

    /// Reads a file line by line.
    ///
    /// @param each gets the place (`FILE:LINE`) and the object
    /// @throws RecordingException if a line is no JSON object
    public static void read(Path file, BiConsumer<String, JsonNode> each) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    String place = file + ":" + number;
                    each.accept(place, parsed(place, line));
                }
            }
        } catch (IOException e) {
            throw new RecordingException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static JsonNode parsed(String place, String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node.isObject()) {
                return node;
            }
            throw new RecordingException(place + ": expected a JSON object");
        } catch (JsonProcessingException e) {
            throw new RecordingException(place + ": " + e.getOriginalMessage());
        }
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }
}
