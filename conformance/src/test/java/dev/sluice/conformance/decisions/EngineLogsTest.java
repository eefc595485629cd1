package dev.sluice.conformance.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.conformance.RecordingException;
import dev.sluice.conformance.replay.RecordedRun;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What goes into the engine while recorded worlds are played, written and played again.
class EngineLogsTest {
    @TempDir private Path folder = Path.of("");

    private Path log(JsonNode world) throws IOException {
        Path file = folder.resolve(world.path("id").asText() + ".jsonl");
        try (Writer out = Files.newBufferedWriter(file)) {
            WorldPlayer.play(world, Set.of(), out);
        }
        return file;
    }

    /// `-Dlogs.every=1` takes all worlds.
    @Test
    void leadToTheSameDecisions() throws IOException {
        List<JsonNode> worlds = List.copyOf(RecordedWorlds.all().values());
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < worlds.size(); i += Integer.getInteger("logs.every", 12)) {
            String difference = RecordedRun.read(log(worlds.get(i))).difference();
            if (difference != null) {
                differences.add(difference);
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void tellWhereADecisionIsAnother() throws IOException {
        Path file = log(Objects.requireNonNull(RecordedWorlds.all().get("fit-0001")));
        String text = Files.readString(file);
        assertThat(text).contains("\"admitted\":true");
        Files.writeString(file, text.replace("\"admitted\":true", "\"admitted\":false"));
        assertThat(RecordedRun.read(file).difference())
                .startsWith(file + ":")
                .contains("expected", "got");
    }

    @Test
    void areRefusedWithTheFieldThatIsWrong() throws IOException {
        Path file = folder.resolve("wrong.jsonl");
        String settings =
                "{\"settings\":{\"features\":[],\"ignoreUndeclared\":false,\"requeuingByCreation\":false,\"blockAdmission\":false}}\n";
        refused(file, "", "expected settings in the first line, got none");
        refused(file, "{\"event\":{}}", "expected settings");
        refused(file, settings + "{\"evnt\":{}}", "expected an event, or a cycle");
        refused(file, settings + "{\"event\":{\"Sunrise\":{}}}", "no kind \"Sunrise\"");
        refused(
                file,
                settings + "{\"event\":{\"FlavorDeleted\":{}}}",
                "FlavorDeleted.name: expected a value");
        refused(
                file,
                settings + "{\"event\":{\"FlavorDeleted\":{\"name\":1}}}",
                "name: expected a text, got 1");
        refused(
                file,
                settings + "{\"event\":{\"FlavorDeleted\":{\"name\":\"x\",\"nam\":1}}}",
                "expected only [name], got [name, nam]");
        refused(
                file,
                settings + "{\"event\":{\"TimePassed\":{\"now\":\"noon\"}}}",
                "now: expected a Instant, got noon");
    }

    private static void refused(Path file, String text, String why) throws IOException {
        Files.writeString(file, text);
        assertThatThrownBy(() -> RecordedRun.read(file))
                .isInstanceOf(RecordingException.class)
                .hasMessageContaining(why);
    }
}
