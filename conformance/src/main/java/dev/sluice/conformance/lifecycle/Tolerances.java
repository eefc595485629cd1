package dev.sluice.conformance.lifecycle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The list of what differed between two recordings of the same scenario. Its lines look so:
/// ```
/// 26-two-flavors-fallback.yaml
///    a on f1, b on f2: objects ['Job/a', 'Job/a']
///    a on f1, b on f2: events -[] +['Resumed', 'Suspended']
/// ```
final class Tolerances {
    private static final String RESOURCE = "/conformance/lifecycle-varied.txt";
    private static final Pattern SCENARIO = Pattern.compile("(\\S+)\\.yaml");
    private static final Pattern OBJECTS = Pattern.compile(" +(.*): objects (\\[.*])");
    private static final Pattern EVENTS = Pattern.compile(" +(.*): events -(\\[.*]) \\+(\\[.*])");
    private static final Pattern QUOTED = Pattern.compile("'([^']*)'");

    private final Map<String, Tolerance> byScenario;

    private Tolerances(Map<String, Tolerance> byScenario) {
        this.byScenario = byScenario;
    }

    /// The list that was made with the recordings.
    static Tolerances ofRecordings() {
        try (InputStream in = Tolerances.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not on the class path");
            }
            return parse(
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                            .lines()
                            .toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Tolerances parse(List<String> lines) {
        Map<String, Tolerance> byScenario = new HashMap<>();
        Tolerance current = Tolerance.NONE;
        for (String line : lines) {
            Matcher scenario = SCENARIO.matcher(line);
            Matcher objects = OBJECTS.matcher(line);
            Matcher events = EVENTS.matcher(line);
            if (scenario.matches()) {
                current = new Tolerance(new HashMap<>(), new HashMap<>());
                byScenario.put(scenario.group(1), current);
            } else if (objects.matches()) {
                Set<Ref> refs =
                        quoted(objects.group(2)).stream()
                                .map(Ref::parse)
                                .collect(Collectors.toSet());
                current.objects()
                        .computeIfAbsent(objects.group(1), label -> new HashSet<>())
                        .addAll(refs);
            } else if (events.matches()) {
                Set<String> reasons =
                        current.events().computeIfAbsent(events.group(1), label -> new HashSet<>());
                reasons.addAll(quoted(events.group(2)));
                reasons.addAll(quoted(events.group(3)));
            }
        }
        return new Tolerances(byScenario);
    }

    private static Set<String> quoted(String list) {
        Set<String> values = new TreeSet<>();
        Matcher matcher = QUOTED.matcher(list);
        while (matcher.find()) {
            values.add(matcher.group(1));
        }
        return values;
    }

    Tolerance of(String scenario) {
        return byScenario.getOrDefault(scenario, Tolerance.NONE);
    }
}
