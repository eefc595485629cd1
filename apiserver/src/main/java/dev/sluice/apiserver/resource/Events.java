package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// The two names of every event's fields: `v1` and `events.k8s.io/v1` (H2.60).
final class Events {
    /// Core name first.
    private static final List<String[]> NAMES =
            List.of(
                    new String[] {"involvedObject", "regarding"},
                    new String[] {"message", "note"},
                    new String[] {"reportingComponent", "reportingController"},
                    new String[] {"count", "deprecatedCount"},
                    new String[] {"firstTimestamp", "deprecatedFirstTimestamp"},
                    new String[] {"lastTimestamp", "deprecatedLastTimestamp"},
                    new String[] {"source", "deprecatedSource"});

    private Events() {}

    /// Changes and returns `event`.
    static ObjectNode toNew(ObjectNode event) {
        event.put("apiVersion", "events.k8s.io/v1");
        NAMES.forEach(pair -> rename(event, pair[0], pair[1]));
        for (String field : List.of("reportingController", "reportingInstance")) {
            if (event.path(field).asText().isEmpty()) {
                event.remove(field);
            }
        }
        return event;
    }

    /// Changes and returns `event`.
    static ObjectNode toCore(ObjectNode event) {
        event.put("apiVersion", "v1");
        NAMES.forEach(pair -> rename(event, pair[1], pair[0]));
        return event;
    }

    /// The core name of a dotted path.
    static String corePath(String path) {
        int dot = path.indexOf('.');
        String first = dot < 0 ? path : path.substring(0, dot);
        for (String[] pair : NAMES) {
            if (pair[1].equals(first)) {
                return pair[0] + (dot < 0 ? "" : path.substring(dot));
            }
        }
        return path;
    }

    private static void rename(ObjectNode event, String from, String to) {
        JsonNode value = event.remove(from);
        if (value != null) {
            event.set(to, value);
        }
    }
}
