package dev.sluice.conformance.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.EngineSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// Writes what goes into an engine and what comes out of it, a JSON object a line:
/// ```
/// {"settings":{"features":["PARTIAL_ADMISSION",…],…}}
/// {"event":{"FlavorChanged":{"spec":{"name":"x",…}}}}
/// {"cycle":"2026-01-01T00:00:00Z","decisions":[{"Admit":{"workload":{"namespace":"ns","name":"w"},…}}]}
/// ```
/// The first line is the settings; the others follow in the order in which the engine was told and asked. Values stand as
/// the records of the engine have them: amounts in its units, times with all digits.
public final class EngineLog implements Closeable {
    private final Writer out;

    /// @param settings those of the engine
    /// @throws UncheckedIOException if nothing can be written, as all methods do
    public EngineLog(Writer out, EngineSettings settings) {
        this.out = out;
        line("settings", RecordCodec.write(settings, EngineSettings.class));
    }

    /// Writes to a new file.
    public static EngineLog to(Path file, EngineSettings settings) {
        try {
            return new EngineLog(Files.newBufferedWriter(file, StandardCharsets.UTF_8), settings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The engine is told this.
    public void event(Event event) {
        line("event", RecordCodec.write(event, Event.class));
    }

    /// The engine was asked for a cycle and decided this.
    public void cycle(Instant now, List<Decision> decisions) {
        ObjectNode line = JsonNodeFactory.instance.objectNode();
        line.put("cycle", now.toString());
        line.set("decisions", decisions(decisions));
        write(line);
    }

    static ArrayNode decisions(List<Decision> decisions) {
        ArrayNode written = JsonNodeFactory.instance.arrayNode();
        decisions.forEach(decision -> written.add(RecordCodec.write(decision, Decision.class)));
        return written;
    }

    private void line(String name, JsonNode value) {
        write(JsonNodeFactory.instance.objectNode().set(name, value));
    }

    private void write(JsonNode line) {
        try {
            out.write(line.toString());
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
