package dev.sluice.conformance.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.podscheduler.metrics.Sample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// What a user sees of the cluster between two steps of a story, in the form of the recordings.
final class StoryObserver {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Set<String> GAUGES =
            Set.of("pending_pods", "unschedulable_pods", "cache_size");
    private static final String PREFIX = "scheduler_";

    private final StoryCluster cluster;
    private Map<String, String> timeByCondition = new HashMap<>();
    private Map<String, String> timesNow = new HashMap<>();
    private Map<String, Integer> countByEvent = new HashMap<>();
    private Map<String, Integer> countsNow = new HashMap<>();
    private final Map<String, String> nameByUid = new HashMap<>();
    private Map<String, Double> counters = new HashMap<>();
    private Map<String, Double> countersNow = new HashMap<>();

    StoryObserver(StoryCluster cluster) {
        this.cluster = cluster;
    }

    /// A new scheduler counts from nothing.
    void forgetNumbers() {
        counters = new HashMap<>();
    }

    /// From now on, what is new is new since the last look.
    void turnThePage() {
        timeByCondition = timesNow;
        countByEvent = countsNow;
        counters = countersNow;
    }

    /// Looks, compared with the page before.
    ObjectNode observe() {
        ObjectNode seen = NODES.objectNode();
        seen.set("pods", pods());
        seen.set("newEvents", events());
        numbers(seen);
        return seen;
    }

    private ObjectNode pods() {
        Map<String, String> statusByName = new HashMap<>();
        JsonNode table = cluster.table("/api/v1/namespaces/default/pods").body();
        for (JsonNode row : table.path("rows")) {
            statusByName.put(
                    row.path("object").path("metadata").path("name").asText(),
                    row.path("cells").path(2).asText());
        }
        ObjectNode pods = NODES.objectNode();
        JsonNode list = cluster.send("GET", "/api/v1/namespaces/default/pods", null, null).body();
        Map<String, String> times = new HashMap<>();
        for (JsonNode pod : list.path("items")) {
            String name = pod.path("metadata").path("name").asText();
            nameByUid.put(pod.path("metadata").path("uid").asText(), name);
            pods.set(name, pod(pod, statusByName.getOrDefault(name, ""), times));
        }
        timesNow = times;
        return pods;
    }

    private ObjectNode pod(JsonNode pod, String status, Map<String, String> times) {
        JsonNode metadata = pod.path("metadata");
        ObjectNode seen = NODES.objectNode();
        seen.put("kubectlStatus", status);
        seen.set("phase", pod.path("status").path("phase"));
        seen.set("generation", metadata.path("generation"));
        if (metadata.has("deletionTimestamp")) {
            seen.put("deleting", true);
        }
        copy(seen, "nodeName", pod.path("spec").path("nodeName"));
        copy(seen, "nominatedNodeName", pod.path("status").path("nominatedNodeName"));
        if (!pod.path("spec").path("schedulingGates").isEmpty()) {
            ArrayNode gates = seen.putArray("schedulingGates");
            pod.path("spec").path("schedulingGates").forEach(gate -> gates.add(gate.path("name")));
        }
        if (pod.path("status").path("conditions").isEmpty()) {
            return seen;
        }
        ArrayNode conditions = seen.putArray("conditions");
        for (JsonNode condition : pod.path("status").path("conditions")) {
            ObjectNode one = conditions.addObject();
            for (String field : List.of("type", "status", "reason", "message")) {
                copy(one, field, condition.path(field));
            }
            copy(one, "observedGeneration", condition.path("observedGeneration"));
            one.put("transitionTime", transition(metadata, condition, times));
        }
        return seen;
    }

    private static void copy(ObjectNode to, String field, JsonNode value) {
        if (!value.isMissingNode() && !value.isNull() && !value.asText().isEmpty()) {
            to.set(field, value);
        }
    }

    private String transition(JsonNode metadata, JsonNode condition, Map<String, String> times) {
        String key = metadata.path("uid").asText() + "/" + condition.path("type").asText();
        String time = condition.path("lastTransitionTime").asText();
        times.put(key, time);
        String before = timeByCondition.get(key);
        if (before != null) {
            return before.equals(time) ? "unchanged" : "changed";
        }
        boolean bound = condition.path("status").asText().equals("True");
        boolean atCreation = time.equals(metadata.path("creationTimestamp").asText());
        return atCreation && !bound ? "creation" : "set";
    }

    private ArrayNode events() {
        JsonNode list =
                cluster.send("GET", "/apis/events.k8s.io/v1/namespaces/default/events", null, null)
                        .body();
        Set<String> fresh = new TreeSet<>();
        countsNow = new HashMap<>();
        Map<String, ObjectNode> byKey = new TreeMap<>();
        for (JsonNode event : list.path("items")) {
            String id = event.path("metadata").path("name").asText();
            int count = event.path("series").path("count").asInt(1);
            Integer before = countByEvent.get(id);
            countsNow.put(id, count);
            if (before == null || before != count) {
                ObjectNode seen = event(event);
                fresh.add(seen.toString());
                byKey.put(seen.toString(), seen);
            }
        }
        ArrayNode events = NODES.arrayNode();
        fresh.forEach(key -> events.add(byKey.get(key)));
        return events;
    }

    private ObjectNode event(JsonNode event) {
        ObjectNode seen = NODES.objectNode();
        seen.set("pod", event.path("regarding").path("name"));
        seen.set("type", event.path("type"));
        seen.set("reason", event.path("reason"));
        seen.set("action", event.path("action"));
        String note = event.path("note").asText();
        for (var known : nameByUid.entrySet()) {
            note = note.replace(known.getKey(), "<uid of " + known.getValue() + ">");
        }
        seen.put("note", note);
        return seen;
    }

    private void numbers(ObjectNode seen) {
        Map<String, Double> now = new TreeMap<>();
        ObjectNode gauges = seen.putObject("gauges");
        for (Sample sample : cluster.samples()) {
            String name = sample.name().substring(PREFIX.length());
            if (GAUGES.contains(name)) {
                if (sample.value() != 0) {
                    gauges.put(key(name, sample), (long) sample.value());
                }
            } else if (!name.endsWith("_bucket")) {
                now.put(key(name, sample), sample.value());
            }
        }
        ObjectNode deltas = seen.putObject("counterDeltas");
        now.forEach(
                (key, value) -> {
                    double growth = value - counters.getOrDefault(key, 0.0);
                    if (growth > 0) {
                        deltas.put(key, (long) growth);
                    }
                });
        countersNow = now;
    }

    private static String key(String name, Sample sample) {
        List<String> labels = new ArrayList<>();
        sample.labels()
                .forEach(
                        (label, value) -> {
                            if (!label.equals("profile")) {
                                labels.add(label + "=" + value);
                            }
                        });
        return labels.isEmpty() ? name : name + "{" + String.join(",", labels) + "}";
    }
}
