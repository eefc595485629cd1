package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// The page about feature gates names every gate, with its default and what plays it on and off.
class FeatureGatesPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| (\\w+) \\| (on|off) \\| (.+) \\|");

    private record Row(boolean on, String shown) {}

    private static Map<String, Row> page() throws IOException {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/feature-gates.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(row.group(1), new Row(row.group(2).equals("on"), row.group(3)));
            }
        }
        return rows;
    }

    @Test
    void noGateIsLeftOut() throws IOException {
        Map<String, Boolean> defaults = new LinkedHashMap<>();
        page().forEach((gate, row) -> defaults.put(gate, row.on()));

        assertThat(defaults).isEqualTo(FeatureGates.defaults().values());
    }

    @Test
    void whatHasNoEffectSaysWhy() throws IOException {
        Map<String, String> reasons = new LinkedHashMap<>();
        page().forEach(
                        (gate, row) -> {
                            if (row.shown().startsWith("no effect: ")) {
                                reasons.put(gate, row.shown().substring("no effect: ".length()));
                            }
                        });

        assertThat(reasons).isEqualTo(FeatureGates.idle());
    }

    /// A gate that code asks about is not said to have no effect.
    @Test
    void whatIsAskedAboutHasAnEffect() throws IOException {
        String sources = sources("src/main/java", file -> !file.toString().contains("/feature/"));
        List<String> asked =
                Arrays.stream(FeatureGate.values())
                        .filter(gate -> sources.contains("FeatureGate." + gate.name()))
                        .map(FeatureGate::text)
                        .toList();

        assertThat(asked)
                .hasSizeGreaterThan(20)
                .doesNotContainAnyElementsOf(FeatureGates.idle().keySet());
    }

    @Test
    void whatIsNamedKnowsTheGate() throws IOException {
        for (Map.Entry<String, Row> row : page().entrySet()) {
            String shown = row.getValue().shown();
            if (shown.startsWith("no effect: ") || shown.startsWith("not yet: ")) {
                continue;
            }
            for (String name : shown.split(", ")) {
                assertThat(name.endsWith("Test") ? test(name) : decisions(name))
                        .as(name)
                        .contains(row.getKey());
            }
        }
    }

    private static String test(String name) throws IOException {
        return sources("src/test/java", file -> file.endsWith(name + ".java"));
    }

    private static String sources(String below, java.util.function.Predicate<Path> wanted)
            throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(m -> Files.isDirectory(m.resolve(below))).toList()) {
                try (Stream<Path> files = Files.walk(module.resolve(below))) {
                    for (Path file :
                            files.filter(f -> f.toString().endsWith(".java"))
                                    .filter(wanted)
                                    .toList()) {
                        text.append(Files.readString(file));
                    }
                }
            }
        }
        return text.toString();
    }

    private static String decisions(String name) throws IOException {
        InputStream in =
                Objects.requireNonNull(
                        FeatureGatesPageTest.class.getResourceAsStream(
                                "/decisions/" + name + ".jsonl.gz"),
                        name);
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
            return lines.lines().collect(Collectors.joining());
        }
    }
}
