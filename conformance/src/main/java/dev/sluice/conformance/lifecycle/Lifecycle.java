package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import dev.sluice.conformance.RecordingFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Runs recorded life cycles, each on a fresh cluster in this process.
public final class Lifecycle {
    private static final String TOPIC = "lifecycle";

    private final ScenarioReader reader;
    private final Tolerances tolerances = Tolerances.ofRecordings();
    private final Function<JsonNode, World> worlds;

    /// @param worlds makes a cluster with a configuration that differs from the default as the given value says
    Lifecycle(Deviations deviations, Function<JsonNode, World> worlds) {
        reader = new ScenarioReader(deviations);
        this.worlds = worlds;
    }

    /// Runs on all of Sluice.
    public static Lifecycle ofSluice(Deviations deviations) {
        return new Lifecycle(deviations, EmbeddedWorld::start);
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
            try (World world = worlds.apply(scenario.config())) {
                Optional<String> difference =
                        new ScenarioRun(scenario, world, tolerances.of(name)).differs();
                if (difference.isPresent()) {
                    return Outcome.failed(name, TOPIC, difference.get());
                }
            }
            return scenario.deviates()
                    ? Outcome.byDecision(name, TOPIC)
                    : Outcome.passed(name, TOPIC);
        } catch (ScenarioFault fault) {
            return Outcome.failed(name, TOPIC, String.valueOf(fault.getMessage()));
        }
    }
}
