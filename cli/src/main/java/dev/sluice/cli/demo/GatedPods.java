package dev.sluice.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What becomes of pods with scheduling gates that belong to no job: nobody writes events about them while they wait, so it is read off the
/// pods themselves.
final class GatedPods {
    /// By `namespace/name`, how each was last told of.
    private final Map<String, String> toldByPod = new HashMap<>();

    /// What is new in a list of all pods.
    List<Happening> news(JsonNode pods) {
        List<Happening> news = new ArrayList<>();
        for (JsonNode pod : pods.path("items")) {
            String namespace = pod.at("/metadata/namespace").asText();
            String name = pod.at("/metadata/name").asText();
            String state = state(pod);
            String before = toldByPod.get(namespace + "/" + name);
            boolean concerns = before != null || !pod.at("/spec/schedulingGates").isEmpty();
            if (concerns
                    && !state.equals(before)
                    && pod.at("/metadata/ownerReferences").isEmpty()) {
                toldByPod.put(namespace + "/" + name, state);
                news.add(new Happening(reason(pod), namespace, name, state));
            }
        }
        return news;
    }

    private static String reason(JsonNode pod) {
        if (!pod.at("/spec/schedulingGates").isEmpty()) {
            return "SchedulingGated";
        }
        return pod.at("/spec/nodeName").isMissingNode() ? "Ungated" : "Scheduled";
    }

    private static String state(JsonNode pod) {
        List<String> gates = new ArrayList<>();
        pod.at("/spec/schedulingGates").forEach(gate -> gates.add(gate.path("name").asText()));
        if (!gates.isEmpty()) {
            return "waits for " + String.join(" and ", gates);
        }
        String node = pod.at("/spec/nodeName").asText();
        return node.isEmpty() ? "waits for a node" : "all gates are gone, bound to " + node;
    }
}
