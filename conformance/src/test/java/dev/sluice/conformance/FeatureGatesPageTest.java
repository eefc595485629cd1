package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// The page about feature gates names every gate, with its default and what plays it on and off.
class FeatureGatesPageTest {
    private static final Path ROOT = Path.of("..");
    private static final ObjectMapper JSON = new ObjectMapper();
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

    /// A test sets the gate to what it is not by default, or asks for both values of each gate of a table; a folder of worlds has
    /// worlds of both kinds.
    @Test
    void whatIsNamedPlaysBothValues() throws IOException {
        List<String> onesided = new ArrayList<>();
        for (Map.Entry<String, Row> row : page().entrySet()) {
            String shown = row.getValue().shown();
            if (shown.startsWith("no effect: ")) {
                continue;
            }
            for (String name : shown.split(", ")) {
                boolean both =
                        name.endsWith("Test")
                                ? switches(test(name), row.getKey(), !row.getValue().on())
                                : valuesPlayed(name, row.getKey()).size() == 2;
                if (!both) {
                    onesided.add(row.getKey() + " in " + name);
                }
            }
        }
        assertThat(onesided).isEmpty();
    }

    private static boolean switches(String source, String gate, boolean other) {
        boolean set = Pattern.compile(gate + "\"?\\s*[,:=]\\s*" + other).matcher(source).find();
        boolean ofATable =
                Pattern.compile("[rR]ow(s\\.put)?\\(\\s*\"" + gate + "\"").matcher(source).find()
                        || source.contains("\"" + gate + "\", on");
        return set || (ofATable && bothWays(source));
    }

    /// How our tests that play tables of gates ask for one value and then for the other.
    private static boolean bothWays(String source) {
        return Stream.of(
                        "boolean\\[] \\{true, false}",
                        "settings\\(true\\)[\\s\\S]*settings\\(false\\)",
                        "with\\(\\S+, true,[\\s\\S]*with\\(\\S+, false,",
                        "row.refusing\\(\\)\\)[\\s\\S]*!row.refusing\\(\\)\\)")
                .anyMatch(form -> Pattern.compile(form).matcher(source).find());
    }

    /// The values that worlds of a folder have a gate at.
    private static Set<Boolean> valuesPlayed(String folder, String gate) throws IOException {
        Set<Boolean> values = new HashSet<>();
        boolean usual = FeatureGates.defaultsOfPeer().isOn(gate);
        for (String world : decisions(folder).lines().toList()) {
            JsonNode set = JSON.readTree(world).at("/config/featureGates").path(gate);
            values.add(set.isMissingNode() ? usual : set.booleanValue());
        }
        return values;
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
            return lines.lines().collect(Collectors.joining("\n"));
        }
    }
}
