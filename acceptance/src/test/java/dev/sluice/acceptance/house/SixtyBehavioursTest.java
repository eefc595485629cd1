package dev.sluice.acceptance.house;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// `docs/conformance.md` has a row for each of the sixty behaviours, and every test that a row names is there (H11.10).
class SixtyBehavioursTest {
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| [^|]+ \\| ([^|]+) \\|");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

    /// Rows that no test of the build shows: this number only falls.
    private static final int WITHOUT_TEST_MAX = 0;

    @Test
    void eachRowNamesTestsThatExist() throws IOException {
        Path root = Repository.here().root();
        String page = Files.readString(root.resolve("docs/conformance.md"));
        Map<String, List<String>> sources = tests(root);
        List<Integer> numbers = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int without = 0;
        Matcher row = ROW.matcher(page);
        while (row.find()) {
            numbers.add(Integer.valueOf(row.group(1)));
            Matcher test = TEST.matcher(row.group(2));
            boolean named = false;
            while (test.find()) {
                named = true;
                if (!exists(sources.getOrDefault(test.group(1), List.of()), test.group(2))) {
                    wrong.add("row " + row.group(1) + ": " + test.group());
                }
            }
            without += named ? 0 : 1;
        }
        assertThat(numbers).isEqualTo(IntStream.rangeClosed(1, 60).boxed().toList());
        assertThat(wrong).as("tests that do not exist").isEmpty();
        assertThat(without).as("rows without a test").isLessThanOrEqualTo(WITHOUT_TEST_MAX);
    }

    private static boolean exists(List<String> sources, @Nullable String method) {
        return sources.stream()
                .anyMatch(source -> method == null || source.contains(" " + method + "("));
    }

    /// The texts of the test classes, by simple name.
    private static Map<String, List<String>> tests(Path root) throws IOException {
        Map<String, List<String>> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module :
                    modules.filter(m -> Files.isDirectory(m.resolve("src/test"))).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve("src/test"))) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith("Test.java")).toList()) {
                        String name = String.valueOf(file.getFileName()).replace(".java", "");
                        sources.computeIfAbsent(name, _ -> new ArrayList<>())
                                .add(Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }
}
