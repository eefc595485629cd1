package dev.sluice.conformance.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.JsonLines;
import dev.sluice.conformance.RecordingException;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.EngineSettings;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What an [EngineLog] has written, read back.
///
/// @param name of the file
public record RecordedRun(String name, EngineSettings settings, List<Step> steps) {

    /// One thing that was done with the engine.
    public sealed interface Step {}

    /// It was told something.
    public record Told(String place, Event event) implements Step {}

    /// It was asked for a cycle.
    ///
    /// @param decisions what it decided then, as written
    public record Cycle(String place, Instant now, String decisions) implements Step {}

    public RecordedRun {
        steps = List.copyOf(steps);
    }

    /// Reads a file.
    ///
    /// @throws RecordingException if it is not what an engine's log writes
    public static RecordedRun read(Path file) {
        List<EngineSettings> settings = new ArrayList<>();
        List<Step> steps = new ArrayList<>();
        JsonLines.read(
                file,
                (place, line) -> {
                    try {
                        if (settings.isEmpty()) {
                            ReplayFault.unless(line.has("settings"), "line", line, "settings");
                            settings.add(
                                    RecordCodec.read(line.path("settings"), EngineSettings.class));
                        } else {
                            steps.add(step(place, line));
                        }
                    } catch (ReplayFault e) {
                        throw new RecordingException(place + ": " + e.getMessage());
                    }
                });
        if (settings.isEmpty()) {
            throw new RecordingException(file + ": expected settings in the first line, got none");
        }
        return new RecordedRun(String.valueOf(file.getFileName()), settings.getFirst(), steps);
    }

    private static Step step(String place, JsonNode line) {
        if (line.has("event")) {
            return new Told(place, RecordCodec.read(line.path("event"), Event.class));
        }
        ReplayFault.unless(
                line.path("cycle").isTextual() && line.path("decisions").isArray(),
                "line",
                line,
                "an event, or a cycle with decisions");
        String time = line.path("cycle").textValue();
        try {
            return new Cycle(place, Instant.parse(time), line.path("decisions").toString());
        } catch (DateTimeException e) {
            throw new ReplayFault("cycle: expected a time, got " + time);
        }
    }

    /// Does all of it with a new engine; says where it decided otherwise for the first time, or null.
    public @Nullable String difference() {
        Engine engine = new Engine(settings);
        for (Step step : steps) {
            switch (step) {
                case Told(String _, Event event) -> engine.apply(event);
                case Cycle(String place, Instant now, String expected) -> {
                    List<Decision> decisions = engine.cycle(now);
                    String got = EngineLog.decisions(decisions).toString();
                    if (!got.equals(expected)) {
                        return place + ": expected " + expected + ", got " + got;
                    }
                }
            }
        }
        return null;
    }
}
