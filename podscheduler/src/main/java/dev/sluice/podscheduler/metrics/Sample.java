package dev.sluice.podscheduler.metrics;

import java.util.SortedMap;
import java.util.StringJoiner;

/// One number under a name and labels, as metrics are exposed.
///
/// @param name with the prefix `scheduler_`
public record Sample(String name, SortedMap<String, String> labels, double value) {

    /// The line of the text form of Prometheus.
    public String line() {
        StringBuilder line = new StringBuilder(name);
        if (!labels.isEmpty()) {
            StringJoiner all = new StringJoiner(",", "{", "}");
            labels.forEach((label, text) -> all.add(label + "=\"" + escaped(text) + "\""));
            line.append(all);
        }
        line.append(' ');
        if (value == Math.rint(value)) {
            line.append((long) value);
        } else {
            line.append(value);
        }
        return line.toString();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
