package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.conformance.Differences;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Compares what was observed with what was recorded, as far as a recording binds.
///
/// Free are: what varied between two recordings; how often an event was repeated; numbers of how often hints, event
/// handlers and extension points ran, which reach the recorded endpoint late and count inner steps.
final class StoryExpectation {
    /// Counters that say what became of pods.
    private static final Set<String> COUNTERS =
            Set.of(
                    "schedule_attempts_total",
                    "preemption_attempts_total",
                    "preemption_victims_count",
                    "preemption_victims_sum",
                    "pod_scheduling_attempts_count",
                    "pod_scheduling_attempts_sum",
                    "pod_scheduling_sli_duration_seconds_count",
                    "queue_incoming_pods_total");

    private StoryExpectation() {}

    /// @return the first difference, or null
    static @Nullable String differs(JsonNode recorded, ObjectNode seen) {
        ObjectNode wanted = (ObjectNode) withoutDynamicResources(recorded);
        Set<String> varies = new TreeSet<>();
        for (JsonNode place : recorded.path("variesBetweenRuns")) {
            varies.add(place.asText().replaceFirst(": .*$", ""));
        }
        String difference = pods(wanted.path("pods"), seen.path("pods"), varies);
        if (difference == null) {
            difference =
                    Differences.first(
                            "/newEvents", events(wanted.path("newEvents")), seen.path("newEvents"));
        }
        if (difference == null) {
            difference = numbers("gauges", wanted, seen, varies, false);
        }
        return difference != null
                ? difference
                : numbers("counterDeltas", wanted, seen, varies, true);
    }

    private static @Nullable String pods(JsonNode wanted, JsonNode seen, Set<String> varies) {
        if (varies.contains("pods differ")) {
            return null;
        }
        var names = wanted.fieldNames();
        while (names.hasNext()) {
            String name = names.next();
            JsonNode pod = wanted.path(name).deepCopy();
            JsonNode actual = seen.path(name);
            sort(pod);
            if (actual.isObject()) {
                sort(actual);
            }
            String difference = Differences.first("/pods/" + name, pod, actual);
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /// Conditions are a map by type; their order says nothing.
    private static void sort(JsonNode pod) {
        if (pod.path("conditions") instanceof ArrayNode conditions) {
            List<JsonNode> sorted = new ArrayList<>();
            conditions.forEach(sorted::add);
            sorted.sort((a, b) -> a.path("type").asText().compareTo(b.path("type").asText()));
            conditions.removeAll();
            conditions.addAll(sorted);
        }
    }

    private static ArrayNode events(JsonNode recorded) {
        java.util.TreeMap<String, ObjectNode> byKey = new java.util.TreeMap<>();
        for (JsonNode event : recorded) {
            ObjectNode bare = event.deepCopy();
            bare.remove(List.of("related", "seriesCount"));
            byKey.put(bare.toString(), bare);
        }
        ArrayNode events = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.arrayNode();
        byKey.values().forEach(events::add);
        return events;
    }

    private static @Nullable String numbers(
            String field, JsonNode wanted, JsonNode seen, Set<String> varies, boolean chosen) {
        Set<String> keys = new TreeSet<>();
        wanted.path(field).fieldNames().forEachRemaining(keys::add);
        seen.path(field).fieldNames().forEachRemaining(keys::add);
        for (String key : keys) {
            boolean binds = !chosen || COUNTERS.contains(key.replaceFirst("\\{.*", ""));
            long expected = wanted.path(field).path(key).asLong();
            long actual = seen.path(field).path(key).asLong();
            if (binds && !varies.contains(key) && expected != actual) {
                return "/"
                        + field
                        + "/"
                        + key
                        + ": expected "
                        + expected
                        + ", got "
                        + actual
                        + " of "
                        + seen.path(field);
            }
        }
        return null;
    }

    /// The texts as a profile without the plugin DynamicResources has them.
    private static JsonNode withoutDynamicResources(JsonNode recorded) {
        try {
            String text = recorded.toString().replace("no new claims to deallocate, ", "");
            return new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        } catch (com.fasterxml.jackson.core.JsonProcessingException broken) {
            throw new StoryFault("not JSON: " + broken.getMessage());
        }
    }
}
