package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A system that behaves exactly as a recording says: its snapshots are the recording's checkpoints with values of its own in the
/// places of the placeholders.
final class Replay {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PLACEHOLDER = Pattern.compile("<(uid|hash|pod|template)-\\d+>");

    private final Random random;
    private final Map<String, String> values = new HashMap<>();

    Replay(long seed) {
        random = new Random(seed);
    }

    /// The checkpoints of the scenario, one after the other of each cluster, with what such a system would show at each.
    List<Checkpoint> checkpoints(Scenario scenario) {
        return reached(scenario).stream().flatMap(List::stream).toList();
    }

    /// The same, those of all clusters together.
    List<List<Checkpoint>> reached(Scenario scenario) {
        List<List<Checkpoint>> reached = new ArrayList<>();
        Map<String, NavigableMap<Ref, ObjectNode>> states = new HashMap<>();
        for (Scenario.Turn turn : scenario.steps()) {
            if (turn.step() instanceof Step.Compare compare) {
                List<Checkpoint> checkpoints = new ArrayList<>();
                reached.add(checkpoints);
                compare.expectations()
                        .forEach(
                                (cluster, expectation) -> {
                                    NavigableMap<Ref, ObjectNode> state =
                                            after(
                                                    states.getOrDefault(cluster, new TreeMap<>()),
                                                    expectation);
                                    states.put(cluster, state);
                                    checkpoints.add(
                                            new Checkpoint(
                                                    cluster,
                                                    expectation,
                                                    shown(state, expectation)));
                                });
            }
        }
        return reached;
    }

    private Snapshot shown(NavigableMap<Ref, ObjectNode> state, Expectation expectation) {
        NavigableMap<Ref, ObjectNode> shown = new TreeMap<>();
        state.values().forEach(object -> shown.put(actual(Ref.of(object)), actual(object)));
        return new Snapshot(shown, actual(expectation.events()));
    }

    private static NavigableMap<Ref, ObjectNode> after(
            NavigableMap<Ref, ObjectNode> before, Expectation expectation) {
        NavigableMap<Ref, ObjectNode> after = new TreeMap<>();
        for (ObjectNode object : expectation.objects()) {
            Ref ref = Ref.of(object);
            ObjectNode old = before.get(ref);
            ObjectNode whole = object.deepCopy();
            for (String part : Set.of("spec", "status", "metadata")) {
                boolean same =
                        whole.path(part).asText().equals(TreeMatcher.UNCHANGED)
                                || whole.path(part).has("<rest>");
                if (same && old != null) {
                    whole.set(part, old.get(part));
                }
            }
            after.put(ref, whole);
        }
        expectation.unchanged().forEach(ref -> after.put(ref, before.get(ref)));
        return after;
    }

    private Ref actual(Ref ref) {
        return new Ref(ref.kind(), actual(ref.name()));
    }

    private List<SeenEvent> actual(List<RecordedEvent> events) {
        return events.stream()
                .map(
                        event ->
                                new SeenEvent(
                                        event.type(),
                                        event.reason(),
                                        actual(event.object()),
                                        actual(event.message()),
                                        event.source(),
                                        event.action()))
                .toList();
    }

    private ObjectNode actual(JsonNode object) {
        try {
            return (ObjectNode) JSON.readTree(actual(object.toString()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private String actual(String text) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        String named =
                matcher.replaceAll(
                        found -> values.computeIfAbsent(found.group(), _ -> value(found.group(1))));
        return named.replace("<time>", "2026-08-22T10:00:00Z")
                .replace("\"<N>\"", "17")
                .replace("<N>", "17")
                .replace("<address>", "127.0.0.1:6443");
    }

    private String value(String kind) {
        String digits = "%032x".formatted(new java.math.BigInteger(127, random));
        return switch (kind) {
            case "uid" -> digits.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5");
            case "template" -> digits.substring(22);
            default -> digits.substring(27);
        };
    }
}
