package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Differences;
import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.Report;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The kind `scheduler`: each line of a file is a world, that is nodes, pods on them, one pod to place, and what the
/// real scheduler decided, down to every plugin's score.
public final class SchedulerWorlds {
    /// The kind's name on the command line and in the deviations.
    public static final String KIND = "scheduler";

    private SchedulerWorlds() {}

    /// Runs the worlds of files and folders and prints what differs.
    ///
    /// @param ids only these worlds; empty means all
    /// @throws RecordingException if a path or a line in it cannot be used
    public static Report run(List<Path> paths, Set<String> ids, PrintStream out) {
        Report report = new Report(run(paths, ids, Deviations.ofSluice()));
        report.print(out);
        return report;
    }

    /// Runs the worlds of files and folders, which may be compressed (`.gz`).
    ///
    /// @throws RecordingException if a path or a line in it cannot be used
    public static List<Outcome> run(List<Path> paths, Set<String> ids, Deviations deviations) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Path file : JsonLines.files(paths)) {
            JsonLines.read(
                    file,
                    (place, world) -> {
                        if (!world.hasNonNull("id") || !world.path("nodes").isArray()) {
                            throw new RecordingException(
                                    place + ": expected a world with id, nodes, pod and expected");
                        }
                        if (ids.isEmpty() || ids.contains(world.get("id").asText())) {
                            outcomes.add(run(world, deviations));
                        }
                    });
        }
        return outcomes;
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
