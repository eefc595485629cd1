package dev.sluice.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Plays every story and compares what the engine says with what is written there.
///
/// A story is a file: comment lines, then scenes. A scene is some commands, a line `----` and the answer, up to an empty
/// line. [Stage] knows the commands. `-Dstories.rewrite=true` writes down the present answers instead of comparing; the
/// difference is then reviewed like code.
class StoriesTest {

    private static final Path STORIES = Path.of("src/test/resources/stories");

    @TestFactory
    List<DynamicTest> stories() throws IOException {
        try (Stream<Path> files = Files.walk(STORIES)) {
            return files.filter(file -> file.toString().endsWith(".txt"))
                    .sorted()
                    .map(file -> DynamicTest.dynamicTest(name(file), () -> play(file)))
                    .toList();
        }
    }

    private static String name(Path file) {
        return STORIES.relativize(file).toString();
    }

    private static void play(Path file) throws IOException {
        String written = Files.readString(file);
        String told = retold(written);
        if (Boolean.getBoolean("stories.rewrite")) {
            Files.writeString(file, told);
        } else {
            assertThat(told).isEqualTo(written);
        }
    }

    /// The story with the engine's present answers.
    static String retold(String story) {
        Stage stage = new Stage();
        List<String> lines = new ArrayList<>();
        List<String> answer = new ArrayList<>();
        boolean inAnswer = false;
        for (String line : story.lines().toList()) {
            if (inAnswer) {
                inAnswer = !line.isEmpty();
                if (!inAnswer) {
                    lines.add("");
                }
                continue;
            }
            lines.add(line);
            if (line.equals("----")) {
                lines.addAll(answer);
                answer.clear();
                inAnswer = true;
            } else if (!line.isBlank() && !line.startsWith("#")) {
                answer.addAll(stage.perform(line));
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
