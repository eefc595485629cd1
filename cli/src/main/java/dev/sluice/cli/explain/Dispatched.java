package dev.sluice.cli.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// What becomes of a workload of a manager in its workers: what each copy waits for, and when something changes by itself.
final class Dispatched {
    private Dispatched() {}

    /// Nothing for a workload that goes nowhere.
    static List<String> lines(JsonNode explanation) {
        JsonNode dispatched = explanation.path("multiKueue");
        List<String> lines = new ArrayList<>();
        String chosen = dispatched.path("cluster").asText();
        if (!chosen.isEmpty()) {
            lines.add("Cluster " + chosen + " has it" + absence(chosen, dispatched) + ".");
            return lines;
        }
        if (dispatched.path("copies").isEmpty()) {
            return lines;
        }
        lines.add("Clusters that may get it, the first that admits its copy does:");
        for (JsonNode copy : dispatched.path("copies")) {
            lines.add("  " + copy.path("cluster").asText() + ": " + standing(copy));
        }
        String changes = dispatched.path("changesAt").asText();
        List<String> cannot = new ArrayList<>();
        dispatched.path("cannot").forEach(verb -> cannot.add(verb.asText()));
        if (!cannot.isEmpty()) {
            lines.add(
                    "Until %s the dispatcher does not let its copies %s."
                            .formatted(changes, String.join(" or ", cannot)));
        } else if (!changes.isEmpty()) {
            lines.add("More clusters are asked at " + changes + ".");
        }
        if (dispatched.has("nextGateAt")) {
            lines.add(
                    "It is the turn of %s to preempt until %s, then that of the next one that has asked."
                            .formatted(
                                    preempting(dispatched.path("copies")),
                                    dispatched.path("nextGateAt").asText()));
        }
        return lines;
    }

    private static String absence(String cluster, JsonNode dispatched) {
        for (JsonNode copy : dispatched.path("copies")) {
            if (copy.path("cluster").asText().equals(cluster) && copy.has("absentSince")) {
                return ", and is not connected since " + copy.path("absentSince").asText();
            }
        }
        return "";
    }

    private static String standing(JsonNode copy) {
        if (copy.has("absentSince")) {
            return "not connected since " + copy.path("absentSince").asText();
        }
        if (!copy.path("there").asBoolean()) {
            return copy.path("asked").asBoolean()
                    ? "has no copy; it goes when another one has reserved quota, or events of the Workload say why"
                    : "not asked yet";
        }
        return quota(copy) + gate(copy);
    }

    private static String quota(JsonNode copy) {
        if (copy.has("quotaSince")) {
            return "has quota reserved there since " + copy.path("quotaSince").asText();
        }
        return copy.has("reason")
                ? "waits: %s (%s)"
                        .formatted(copy.path("message").asText(), copy.path("reason").asText())
                : "waits, and has not been looked at yet";
    }

    private static String gate(JsonNode copy) {
        String since = copy.path("gateSince").asText();
        return switch (copy.path("gate").asText()) {
            case "Open" -> "; may preempt since " + since;
            case "AskedFor" -> "; asked to preempt at " + since + ", its gate is closed";
            // a closed gate is no obstacle to one that has not asked
            default -> "";
        };
    }

    /// The cluster whose gate was opened last.
    private static String preempting(JsonNode copies) {
        String cluster = "";
        String since = "";
        for (JsonNode copy : copies) {
            String opened = copy.path("gateSince").asText();
            if (copy.path("gate").asText().equals("Open") && opened.compareTo(since) > 0) {
                cluster = copy.path("cluster").asText();
                since = opened;
            }
        }
        return cluster;
    }
}
