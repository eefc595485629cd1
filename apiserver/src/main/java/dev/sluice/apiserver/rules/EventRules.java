package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of events in either of their two forms (H2.60): an event stands in the namespace of what it is about, and one
/// about a cluster-scoped object in `default`.
public final class EventRules extends TypedRules {
    private static final List<String> TYPES = List.of("Normal", "Warning");
    private static final int NOTE_BYTES_MAX = 1024;

    private final boolean core;

    /// @param typeName `core.Event` or `events.Event`
    public EventRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.core = typeName.equals("core.Event");
    }

    @Override
    void check(ObjectNode event, Complaints out) {
        String subject = core ? "involvedObject" : "regarding";
        String about = Json.text(event.path(subject), "namespace");
        String namespace = Json.text(event.path("metadata"), "namespace");
        boolean agrees =
                about.isEmpty()
                        ? namespace.isEmpty() || namespace.equals("default")
                        : about.equals(namespace);
        if (!agrees) {
            out.invalid(
                    Path.of("involvedObject", "namespace"),
                    about,
                    "does not match event.namespace");
        }
        if (!core) {
            newForm(event, out);
        }
    }

    private static void newForm(ObjectNode event, Complaints out) {
        if (!event.has("eventTime")) {
            out.required(Path.of("eventTime"), "");
        }
        String controller = Json.text(event, "reportingController");
        if (controller.isEmpty()) {
            out.required(Path.of("reportingController"), "");
        } else {
            out.invalid(Path.of("reportingController"), controller, Names.qualified(controller));
        }
        for (String field : List.of("reportingInstance", "action", "reason")) {
            String value = Json.text(event, field);
            if (value.isEmpty()) {
                out.required(Path.of(field), "");
            } else if (value.length() > 128) {
                out.invalid(Path.of(field), "", "can have at most 128 characters");
            }
        }
        if (Json.text(event, "note").length() > NOTE_BYTES_MAX) {
            out.invalid(Path.of("message"), "", "can have at most 1024 characters");
        }
        String type = Json.text(event, "type");
        if (type.isEmpty()) {
            out.required(Path.of("type"), "");
        } else if (!TYPES.contains(type)) {
            out.invalid(Path.of("type"), "", "has invalid value: " + type);
        }
    }
}
