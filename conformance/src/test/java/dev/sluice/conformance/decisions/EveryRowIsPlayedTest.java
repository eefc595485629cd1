package dev.sluice.conformance.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// Each vector V1 to V150 of the specification is played from data, recorded or told as a story, and each row about
/// admission constraints that concerns the engine has a story or a test that names it.
class EveryRowIsPlayedTest {

    private static final Path ENGINE_TESTS = Path.of("../engine/src/test");

    @Test
    void everyVectorIsRecordedOrTold() throws IOException {
        Set<Integer> played = new TreeSet<>(recorded());
        Path stories = ENGINE_TESTS.resolve("resources/stories");
        played.addAll(named("V", stories));
        assertThat(played)
                .containsAll(IntStream.rangeClosed(1, 150).boxed().collect(Collectors.toList()));
    }

    /// Rows 4, 5, 6 and 18 are about validation and several clusters.
    @Test
    void everyConstraintRowIsNamed() throws IOException {
        assertThat(named("FB", ENGINE_TESTS))
                .containsAll(List.of(1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17));
    }

    /// The numbers of the recorded vectors; a letter behind the number tells variants apart.
    private static Set<Integer> recorded() throws IOException {
        Set<Integer> numbers = new TreeSet<>();
        ObjectMapper json = new ObjectMapper();
        Path file = Path.of("src/test/resources/decisions/00-vectors.jsonl.gz");
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            for (String line : lines.lines().toList()) {
                numbers.addAll(numbers("V", json.readTree(line).path("id").asText()));
            }
        }
        return numbers;
    }

    private static Set<Integer> named(String letters, Path folder) throws IOException {
        Set<Integer> numbers = new TreeSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                numbers.addAll(numbers(letters, Files.readString(file)));
            }
        }
        return numbers;
    }

    private static Set<Integer> numbers(String letters, String text) {
        return Pattern.compile("\\b" + letters + "([0-9]+)")
                .matcher(text)
                .results()
                .map(match -> Integer.valueOf(match.group(1)))
                .collect(Collectors.toSet());
    }
}
