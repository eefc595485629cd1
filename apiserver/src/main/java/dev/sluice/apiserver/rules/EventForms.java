package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// The two forms of one event (H2.60): core `v1`, in which it is stored, and `events.k8s.io/v1`.
public final class EventForms {
    private static final Map<String, String> EVENTS_NAME_BY_CORE_NAME = new LinkedHashMap<>();

    static {
        EVENTS_NAME_BY_CORE_NAME.put("metadata", "metadata");
        EVENTS_NAME_BY_CORE_NAME.put("eventTime", "eventTime");
        EVENTS_NAME_BY_CORE_NAME.put("series", "series");
        EVENTS_NAME_BY_CORE_NAME.put("reportingComponent", "reportingController");
        EVENTS_NAME_BY_CORE_NAME.put("reportingInstance", "reportingInstance");
        EVENTS_NAME_BY_CORE_NAME.put("action", "action");
        EVENTS_NAME_BY_CORE_NAME.put("reason", "reason");
        EVENTS_NAME_BY_CORE_NAME.put("involvedObject", "regarding");
        EVENTS_NAME_BY_CORE_NAME.put("related", "related");
        EVENTS_NAME_BY_CORE_NAME.put("message", "note");
        EVENTS_NAME_BY_CORE_NAME.put("type", "type");
        EVENTS_NAME_BY_CORE_NAME.put("source", "deprecatedSource");
        EVENTS_NAME_BY_CORE_NAME.put("firstTimestamp", "deprecatedFirstTimestamp");
        EVENTS_NAME_BY_CORE_NAME.put("lastTimestamp", "deprecatedLastTimestamp");
        EVENTS_NAME_BY_CORE_NAME.put("count", "deprecatedCount");
    }

    private EventForms() {}

    /// @param core an event in the core form, not changed
    /// @return the same in the form of `events.k8s.io/v1`
    public static ObjectNode toEvents(ObjectNode core) {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("apiVersion", "events.k8s.io/v1").put("kind", "Event");
        EVENTS_NAME_BY_CORE_NAME.forEach((from, to) -> copy(core, from, event, to));
        return event;
    }

    /// @param event an event in the form of `events.k8s.io/v1`, not changed
    /// @return the same in the core form
    public static ObjectNode toCore(ObjectNode event) {
        ObjectNode core = JsonNodeFactory.instance.objectNode();
        core.put("apiVersion", "v1").put("kind", "Event");
        EVENTS_NAME_BY_CORE_NAME.forEach((to, from) -> copy(event, from, core, to));
        return core;
    }

    private static void copy(ObjectNode from, String name, ObjectNode to, String newName) {
        JsonNode value = from.get(name);
        if (value != null) {
            to.set(newName, value.deepCopy());
        }
    }
}
