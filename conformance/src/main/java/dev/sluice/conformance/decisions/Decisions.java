package dev.sluice.conformance.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Differences;
import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Conformance of decisions: plays recorded worlds and compares every cycle.
public final class Decisions {
    /// The kind's name on the command line and among the deviations.
    public static final String KIND = "decisions";

    private final Deviations deviations;

    /// @param deviations where Sluice decides otherwise on purpose
    public Decisions(Deviations deviations) {
        this.deviations = deviations;
    }

    /// Plays the worlds of files and folders and prints what differs.
    ///
    /// @param ids only these worlds; empty means all
    /// @throws RecordingException if a path or a line in it cannot be used
    public static Report run(List<Path> paths, Set<String> ids, PrintStream out) {
        Report report = new Decisions(Deviations.ofSluice()).play(paths, ids);
        report.print(out);
        return report;
    }

    /// Plays the worlds of files and folders.
    ///
    /// @param ids only these worlds; empty means all
    /// @throws RecordingException if a path or a line in it cannot be used
    public Report play(List<Path> paths, Set<String> ids) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Path file : JsonLines.files(paths)) {
            JsonLines.read(
                    file,
                    (place, world) -> {
                        if (!world.hasNonNull("id") || !world.path("steps").isArray()) {
                            throw new RecordingException(
                                    place + ": expected a world with id, objects and steps");
                        }
                        if (ids.isEmpty() || ids.contains(world.get("id").asText())) {
                            outcomes.add(play(world));
                        }
                    });
        }
        return new Report(outcomes);
    }

    /// Plays the worlds of files and folders and writes for each an engine log, `ID.jsonl`.
    ///
    /// @param ids only these worlds; empty means all
    /// @param folder is made if it does not exist
    /// @return how many were written
    /// @throws RecordingException if a path or a line in it cannot be used, or nothing can be written
    public static int writeLogs(List<Path> paths, Set<String> ids, Path folder) {
        int[] count = {0};
        for (Path file : JsonLines.files(paths)) {
            JsonLines.read(
                    file,
                    (_, world) -> {
                        String id = world.path("id").asText();
                        if (ids.isEmpty() || ids.contains(id)) {
                            writeLog(world, folder.resolve(id + ".jsonl"));
                            count[0]++;
                        }
                    });
        }
        return count[0];
    }

    private static void writeLog(JsonNode world, Path file) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            try (Writer log = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                WorldPlayer.play(world, Set.of(), log);
            }
        } catch (IOException e) {
            throw new RecordingException(file + ": cannot be written: " + e.getMessage());
        }
    }

    /// Plays one world.
    public Outcome play(JsonNode world) {
        String id = world.path("id").asText();
        String topic = world.path("topic").asText();
        JsonNode played;
        try {
            played = WorldPlayer.play(world, Set.of());
        } catch (WorldPlayer.BrokenException e) {
            return Outcome.failed(id, topic, String.valueOf(e.getMessage()));
        }
        String difference = Differences.first("", world, played);
        if (difference == null) {
            return Outcome.passed(id, topic);
        }
        List<Deviations.Place> places = deviations.of(KIND, id);
        if (!places.isEmpty()) {
            difference = Differences.first("", Deviations.applied(world, places), played);
        } else if (isDeliberate(world)) {
            return Outcome.byDecision(id, topic);
        }
        return difference == null
                ? Outcome.byDecision(id, topic)
                : Outcome.failed(id, topic, difference);
    }

    /// Whether a world that is not listed differs only by what Sluice does on purpose: the peer's habits take the difference
    /// away, or it begins no earlier than with a decision that the engine has marked as a safe deviation.
    static boolean isDeliberate(JsonNode world) {
        for (Set<PeerHabit> habits :
                List.of(EnumSet.noneOf(PeerHabit.class), EnumSet.allOf(PeerHabit.class))) {
            WorldPlayer.Played played = WorldPlayer.playMarked(world, habits, null);
            List<Deviations.Place> places = Differences.all("", world, played.world());
            if (places.stream().allMatch(place -> stepOf(place) >= played.firstSafe())) {
                return true;
            }
        }
        return false;
    }

    /// The step that a place is in, -1 if it is in none.
    private static int stepOf(Deviations.Place place) {
        String[] parts = place.at().split("/");
        return parts.length > 2 && parts[1].equals("steps") ? Integer.parseInt(parts[2]) : -1;
    }
}
