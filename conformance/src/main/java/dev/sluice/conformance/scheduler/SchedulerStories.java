package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.RecordingFiles;
import dev.sluice.conformance.Report;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The kind `scheduler-stories`: requests to an API server with a scheduler, and what users saw after each step.
public final class SchedulerStories {
    /// The kind's name on the command line and among the deviations.
    public static final String KIND = "scheduler-stories";

    private static final YAMLMapper YAML = new YAMLMapper();

    private SchedulerStories() {}

    /// Replays the stories of files and folders and prints what differs.
    ///
    /// @param ids only these, by the name of the file; empty means all
    /// @throws RecordingException if a path cannot be used
    public static Report run(List<Path> paths, Set<String> ids, PrintStream out) {
        Report report = new Report(run(paths, ids, Deviations.ofSluice()));
        report.print(out);
        return report;
    }

    /// Replays the stories of files and folders.
    ///
    /// @throws RecordingException if a path cannot be used
    public static List<Outcome> run(List<Path> paths, Set<String> ids, Deviations deviations) {
        List<Outcome> outcomes = new ArrayList<>();
        try {
            for (Path file : RecordingFiles.of(paths, ".yaml")) {
                String name = RecordingFiles.stem(file);
                if (ids.isEmpty() || ids.contains(name)) {
                    outcomes.add(run(name, file, deviations));
                }
            }
        } catch (IOException unreadable) {
            throw new RecordingException(String.valueOf(unreadable.getMessage()));
        }
        return outcomes;
    }

    private static Outcome run(String name, Path file, Deviations deviations) throws IOException {
        JsonNode story;
        try (InputStream content = RecordingFiles.open(file)) {
            story = YAML.readTree(content);
        }
        if (!story.path("steps").isArray()) {
            throw new RecordingException(file + ": expected a story with steps");
        }
        List<Deviations.Place> places = deviations.of(KIND, name);
        JsonNode ours = Deviations.applied(story, places);
        try {
            String difference = new Story(ours).play();
            if (difference != null) {
                return Outcome.failed(name, KIND, difference);
            }
            return places.isEmpty() ? Outcome.passed(name, KIND) : Outcome.byDecision(name, KIND);
        } catch (StoryFault fault) {
            return Outcome.failed(name, KIND, String.valueOf(fault.getMessage()));
        }
    }
}
