package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// The columns of events, in both of their forms (H1.57).
///
/// @param subject the field with what the event is about
/// @param old before the names of fields that `events.k8s.io` keeps for old clients: `deprecated`, or empty
record EventColumns(String subject, String old) {

    static List<Column> of(String subject, String old) {
        return new EventColumns(subject, old).columns();
    }

    private List<Column> columns() {
        return new Columns()
                .at("Last Seen", "Time since it happened last.", this::lastSeen)
                .path("Type", "Whether it needs attention.", "type")
                .path("Reason", "What happened, in a word.", "reason")
                .text("Object", "What it is about.", this::object)
                .wide()
                .path("Subobject", "The part it is about.", subject, "fieldPath")
                .text("Source", "Who says so.", this::source)
                .always()
                .path("Message", "What happened.", old.isEmpty() ? "message" : "note")
                .wide()
                .at("First Seen", "Time since it happened first.", this::firstSeen)
                .number("Count", "string", "How often it happened.", this::count)
                .named(wideName())
                .done();
    }

    private static Column wideName() {
        Column name = Cells.name();
        return new Column(
                name.name(), name.type(), name.format(), name.description(), 1, name.cell());
    }

    private String field(String name) {
        return old.isEmpty()
                ? name
                : old + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private String firstSeen(ObjectNode event, Instant now) {
        String first = Cells.text(event, field("firstTimestamp"));
        return Ages.since(first.isEmpty() ? Cells.text(event, "eventTime") : first, now);
    }

    private String lastSeen(ObjectNode event, Instant now) {
        String last = Cells.text(event, "series", "lastObservedTime");
        if (last.isEmpty()) {
            last = Cells.text(event, field("lastTimestamp"));
        }
        return last.isEmpty() ? firstSeen(event, now) : Ages.since(last, now);
    }

    private long count(ObjectNode event) {
        JsonNode series = event.path("series").path("count");
        long count = series.isMissingNode() ? event.path(field("count")).asLong() : series.asLong();
        return count == 0 ? 1 : count;
    }

    private String object(ObjectNode event) {
        String kind = Cells.text(event, subject, "kind").toLowerCase(Locale.ROOT);
        String name = Cells.text(event, subject, "name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    private String source(ObjectNode event) {
        String component = Cells.text(event, field("source"), "component");
        String host = Cells.text(event, field("source"), "host");
        if (component.isEmpty()) {
            component =
                    Cells.text(event, old.isEmpty() ? "reportingComponent" : "reportingController");
            host = Cells.text(event, "reportingInstance");
        }
        return host.isEmpty() ? component : component + ", " + host;
    }
}
