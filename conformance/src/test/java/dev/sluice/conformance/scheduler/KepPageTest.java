package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Each sentence of KEP-3521 is shown by something that exists (`docs/kep-3521.md`).
class KepPageTest {
    private static final Path RESOURCES = Path.of("src", "test", "resources");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\d+) \\| [^|]+ \\| ([^|]+) \\|$");
    private static final Pattern EVIDENCE = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("(\\w+Test)#(\\w+)");

    @Test
    void eachSentenceIsShownByWhatExists() throws IOException {
        Map<String, String> tests = tests();
        String vectors = vectors();
        List<Integer> numbers = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "kep-3521.md")));
        while (row.find()) {
            numbers.add(Integer.valueOf(row.group(1)));
            // behind a semicolon stand remarks
            String evidence = row.group(2).replaceFirst(";.*", "");
            List<String> names =
                    EVIDENCE.matcher(evidence).results().map(found -> found.group(1)).toList();
            if (names.isEmpty()) {
                wrong.add(row.group(1) + ": nothing shows it");
            }
            names.stream()
                    .filter(name -> !exists(name, tests, vectors))
                    .forEach(name -> wrong.add(row.group(1) + ": " + name));
        }
        assertThat(wrong).isEmpty();
        assertThat(numbers)
                .hasSizeGreaterThan(50)
                .isEqualTo(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
    }

    private static boolean exists(String name, Map<String, String> tests, String vectors) {
        Matcher test = TEST.matcher(name);
        if (test.matches()) {
            return tests.getOrDefault(test.group(1), "").contains(" " + test.group(2) + "(");
        }
        return vectors.contains("id: " + name + "\n")
                || vectors.contains("id: " + name + ",")
                || Files.exists(RESOURCES.resolve("scheduler-stories/" + name + ".yaml.gz"))
                || Files.exists(RESOURCES.resolve("scheduler-vectors/stories/" + name + ".yaml"));
    }

    private static String vectors() throws IOException {
        StringBuilder text = new StringBuilder();
        for (String file : List.of("queue.yaml", "faults.yaml", "elsewhere.yaml")) {
            text.append(Files.readString(RESOURCES.resolve("scheduler-vectors").resolve(file)));
        }
        return text.toString();
    }

    /// The texts of the test classes, by simple name.
    private static Map<String, String> tests() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (String module :
                List.of(
                        "acceptance",
                        "apiserver",
                        "cli",
                        "conformance",
                        "controllers",
                        "podscheduler")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "test", "java"))) {
                for (Path file : files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
                    sources.merge(
                            String.valueOf(file.getFileName()).replace(".java", ""),
                            Files.readString(file),
                            String::concat);
                }
            }
        }
        return sources;
    }
}
