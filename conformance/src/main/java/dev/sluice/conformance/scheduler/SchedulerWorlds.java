package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Differences;
import dev.sluice.conformance.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// The kind `scheduler`: each line of a file is a world, that is nodes, pods on them, one pod to place, and what the
/// real scheduler decided, down to every plugin's score.
public final class SchedulerWorlds {
    /// The kind's name on the command line and in the deviations.
    public static final String KIND = "scheduler";

    private static final JsonMapper JSON = new JsonMapper();

    private SchedulerWorlds() {}

    /// Runs all worlds of one file, which may be compressed (`.gz`).
    public static List<Outcome> run(Path file, Deviations deviations) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        try (BufferedReader lines = open(file)) {
            String line;
            while ((line = lines.readLine()) != null) {
                if (!line.isBlank()) {
                    outcomes.add(run(JSON.readTree(line), deviations));
                }
            }
        }
        return outcomes;
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        boolean compressed = file.getFileName().toString().endsWith(".gz");
        return new BufferedReader(
                new InputStreamReader(
                        compressed ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8));
    }

    /// Runs one world.
    public static Outcome run(JsonNode world, Deviations deviations) {
        String id = world.path("id").asText();
        String topic = world.path("topic").asText();
        ObjectNode expected = Comparable.expected(world.path("expected"));
        ObjectNode actual;
        try {
            actual = Trial.of(world).run();
        } catch (UnsupportedWorld unsupported) {
            return Outcome.failed(id, topic, String.valueOf(unsupported.getMessage()));
        }
        if (Differences.first("", expected, actual) == null) {
            return Outcome.passed(id, topic);
        }
        JsonNode wanted = Deviations.applied(expected, deviations.of(KIND, id));
        String difference = Differences.first("", wanted, actual);
        return difference == null
                ? Outcome.byDecision(id, topic)
                : Outcome.failed(id, topic, difference);
    }
}
