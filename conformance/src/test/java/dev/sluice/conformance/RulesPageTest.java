package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/rules.md` names each rule once, and only tests and recordings that exist.
class RulesPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]+\\d\\S*) \\| (.+) \\|");
    private static final Pattern RANGE =
            Pattern.compile("([A-Z]+(?:\\d+\\.)?)(\\d+)(?:-\\1(\\d+))?");

    /// What shows each rule, ranges taken apart.
    private static Map<String, String> page() throws IOException {
        Map<String, String> shown = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/rules.md"))) {
            Matcher row = ROW.matcher(line);
            if (!row.matches()) {
                continue;
            }
            Matcher range = RANGE.matcher(row.group(1));
            assertThat(range.matches()).as(line).isTrue();
            int first = Integer.parseInt(range.group(2));
            int last = range.group(3) == null ? first : Integer.parseInt(range.group(3));
            for (int number = first; number <= last; number++) {
                String before = shown.put(range.group(1) + number, row.group(2));
                assertThat(before).as("it is there twice: " + range.group(1) + number).isNull();
            }
        }
        return shown;
    }

    private static Set<String> rules(String file, String pattern) throws IOException {
        Matcher found =
                Pattern.compile(pattern)
                        .matcher(Files.readString(ROOT.resolve("docs/spec").resolve(file)));
        Set<String> rules = new TreeSet<>();
        while (found.find()) {
            rules.add(found.group(1));
        }
        return rules;
    }

    @Test
    void noRuleIsLeftOut() throws IOException {
        List<String> all = new ArrayList<>();
        all.addAll(rules("lifecycle.md", "(?m)^- (L[124578]\\.\\d+|L3\\.[5-9]) "));
        all.addAll(rules("lifecycle.md", "(?m)^- (L3\\.(?:1[1-9]|[234]\\d|50|6\\d)) "));
        all.addAll(rules("api.md", "\\b(A\\d+\\.\\d+)\\b"));
        all.addAll(rules("known-faults.md", "(?m)^\\| (F[ABC]\\d+) \\|"));

        assertThat(all).hasSizeGreaterThan(200);
        assertThat(page().keySet()).containsExactlyInAnyOrderElementsOf(all);
    }

    @Test
    void whatIsNamedExists() throws IOException {
        Set<String> classes;
        try (Stream<Path> files = Files.walk(ROOT)) {
            classes =
                    files.filter(file -> file.toString().contains("src/test/java"))
                            .map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("Test.java"))
                            .map(name -> name.substring(0, name.length() - ".java".length()))
                            .collect(Collectors.toSet());
        }
        Set<String> recordings;
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/lifecycle"))) {
            recordings =
                    files.map(file -> "T" + file.getFileName().toString().split("-")[0])
                            .collect(Collectors.toSet());
        }
        page().forEach(
                        (rule, shown) -> {
                            if (shown.startsWith("not yet: ")
                                    || shown.startsWith("not as said: ")) {
                                return;
                            }
                            for (String name :
                                    shown.replaceFirst("; not yet: .*", "").split(", ")) {
                                assertThat(
                                                recordings.contains(name)
                                                        || classes.contains(name)
                                                        || name.matches("V\\d+b?"))
                                        .as(rule + " names " + name)
                                        .isTrue();
                            }
                        });
    }
}
