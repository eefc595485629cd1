package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A checkpoint of a recording.
///
/// @param objects those that changed since the previous checkpoint, normalised
/// @param unchanged those that did not
/// @param gone those that are there no more
record Expectation(
        String label,
        List<ObjectNode> objects,
        List<Ref> unchanged,
        List<Ref> gone,
        List<RecordedEvent> events) {
    /// The last event of each object and reason: the ones that must have occurred.
    Collection<RecordedEvent> lastEvents() {
        Map<String, RecordedEvent> last = new LinkedHashMap<>();
        for (RecordedEvent event : events) {
            String key = event.object() + " " + event.reason();
            last.remove(key);
            last.put(key, event);
        }
        return last.values();
    }
}
