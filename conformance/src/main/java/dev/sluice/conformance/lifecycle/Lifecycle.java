package dev.sluice.conformance.lifecycle;

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
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Runs recorded life cycles, each on fresh clusters in this process.
public final class Lifecycle {
    /// The kind's name on the command line and among the deviations.
    public static final String KIND = "lifecycle";

    private final ScenarioReader reader;
    private final Tolerances tolerances = Tolerances.ofRecordings();
    private final Function<Scenario, World> worlds;

    /// @param worlds makes the clusters of a scenario, with its configuration
    Lifecycle(Deviations deviations, Function<Scenario, World> worlds) {
        reader = new ScenarioReader(deviations);
        this.worlds = worlds;
    }

    /// Runs on all of Sluice.
    public static Lifecycle ofSluice(Deviations deviations) {
        return new Lifecycle(deviations, EmbeddedWorld::start);
    }

    /// Runs the scenarios of files and folders and prints what differs.
    ///
    /// @param ids only these, by the name of the file or the number that it begins with; empty means all
    /// @throws RecordingException if a path cannot be used
    public static Report run(List<Path> paths, Set<String> ids, PrintStream out) {
        Lifecycle lifecycle = ofSluice(Deviations.ofSluice());
        List<Outcome> outcomes = new ArrayList<>();
        try {
            for (Path file : RecordingFiles.of(paths, ".yaml")) {
                String name = RecordingFiles.stem(file);
                if (ids.isEmpty() || ids.contains(name) || ids.contains(Scenario.number(name))) {
                    Outcome outcome = lifecycle.run(file);
                    Report.print(outcome, out);
                    outcomes.add(outcome);
                }
            }
        } catch (IOException unreadable) {
            throw new RecordingException(String.valueOf(unreadable.getMessage()));
        }
        Report report = new Report(outcomes);
        out.println(report.summary());
        return report;
    }

    /// Runs the scenario of this file.
    public Outcome run(Path file) throws IOException {
        try (InputStream content = RecordingFiles.open(file)) {
            return run(RecordingFiles.stem(file), content);
        }
    }

    /// Runs the scenario with this name and content.
    public Outcome run(String name, InputStream content) {
        try {
            Scenario scenario = reader.read(name, content);
            try (World world = worlds.apply(scenario)) {
                Optional<String> difference =
                        new ScenarioRun(scenario, world, tolerances.of(name)).differs();
                if (difference.isPresent()) {
                    return Outcome.failed(name, KIND, difference.get());
                }
            }
            return scenario.deviates()
                    ? Outcome.byDecision(name, KIND)
                    : Outcome.passed(name, KIND);
        } catch (ScenarioFault fault) {
            return Outcome.failed(name, KIND, String.valueOf(fault.getMessage()));
        }
    }
}
