package dev.sluice.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Texts of single cells that several kinds share, or that take more than a path.
final class Cells {
    static final String NONE = "<none>";
    private static final String ROLE = "node-role.kubernetes.io/";

    private Cells() {}

    static String text(JsonNode parent, String... path) {
        JsonNode node = parent;
        for (String name : path) {
            node = node.path(name);
        }
        return node.asText("");
    }

    static String orNone(String text) {
        return text.isEmpty() ? NONE : text;
    }

    static String orUnknown(String text) {
        return text.isEmpty() ? "<unknown>" : text;
    }

    /// Names of the containers of a pod spec, or their images.
    static String containers(JsonNode podSpec, String field) {
        List<String> all = new ArrayList<>();
        podSpec.path("containers").forEach(container -> all.add(text(container, field)));
        return String.join(",", all);
    }

    /// A label selector in one line: `a=b,c in (d,e)`.
    static String selector(JsonNode selector) {
        List<String> parts = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(entry -> parts.add(entry.getKey() + "=" + entry.getValue().asText()));
        for (JsonNode expression : selector.path("matchExpressions")) {
            List<String> values = new ArrayList<>();
            expression.path("values").forEach(value -> values.add(value.asText()));
            String list = " (" + String.join(",", values) + ")";
            String key = text(expression, "key");
            parts.add(
                    switch (text(expression, "operator")) {
                        case "In" -> key + " in" + list;
                        case "NotIn" -> key + " notin" + list;
                        case "Exists" -> key;
                        default -> "!" + key;
                    });
        }
        return parts.isEmpty() ? NONE : String.join(",", parts);
    }

    /// A map of labels in one line.
    static String labels(JsonNode labels) {
        List<String> parts = new ArrayList<>();
        labels.properties()
                .forEach(entry -> parts.add(entry.getKey() + "=" + entry.getValue().asText()));
        return parts.isEmpty() ? NONE : String.join(",", parts);
    }

    /// H1.55.
    static String jobStatus(ObjectNode job) {
        JsonNode conditions = job.path("status").path("conditions");
        for (String type : List.of("Complete", "Failed")) {
            if (isTrue(conditions, type)) {
                return type;
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return "Terminating";
        }
        for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (isTrue(conditions, type)) {
                return type;
            }
        }
        return "Running";
    }

    static String jobCompletions(ObjectNode job) {
        int succeeded = job.path("status").path("succeeded").asInt();
        JsonNode spec = job.path("spec");
        if (spec.has("completions")) {
            return succeeded + "/" + spec.get("completions").asInt();
        }
        int parallelism = spec.path("parallelism").asInt();
        return succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : "");
    }

    /// H1.56.
    static String nodeStatus(ObjectNode node) {
        String status = "Unknown";
        for (JsonNode condition : node.path("status").path("conditions")) {
            if (text(condition, "type").equals("Ready")) {
                status = text(condition, "status").equals("True") ? "Ready" : "NotReady";
            }
        }
        boolean cordoned = node.path("spec").path("unschedulable").asBoolean();
        return status + (cordoned ? ",SchedulingDisabled" : "");
    }

    static String nodeRoles(ObjectNode node) {
        Set<String> roles = new TreeSet<>();
        for (var label : node.path("metadata").path("labels").properties()) {
            if (label.getKey().startsWith(ROLE) && label.getKey().length() > ROLE.length()) {
                roles.add(label.getKey().substring(ROLE.length()));
            } else if (label.getKey().equals("kubernetes.io/role")
                    && !label.getValue().asText().isEmpty()) {
                roles.add(label.getValue().asText());
            }
        }
        return roles.isEmpty() ? NONE : String.join(",", roles);
    }

    static String nodeAddress(ObjectNode node, String type) {
        for (JsonNode address : node.path("status").path("addresses")) {
            if (text(address, "type").equals(type)) {
                return text(address, "address");
            }
        }
        return NONE;
    }

    static String nodeKernel(ObjectNode node) {
        JsonNode info = node.path("status").path("nodeInfo");
        String kernel = text(info, "kernelVersion");
        if (kernel.isEmpty()) {
            return "<unknown>";
        }
        String architecture = text(info, "architecture");
        return architecture.isEmpty() ? kernel : kernel + " (" + architecture + ")";
    }

    static String readinessGates(ObjectNode pod) {
        JsonNode gates = pod.path("spec").path("readinessGates");
        if (gates.isEmpty()) {
            return NONE;
        }
        int open = 0;
        for (JsonNode gate : gates) {
            open +=
                    isTrue(pod.path("status").path("conditions"), text(gate, "conditionType"))
                            ? 1
                            : 0;
        }
        return open + "/" + gates.size();
    }

    private static boolean isTrue(JsonNode conditions, String type) {
        for (JsonNode condition : conditions) {
            if (text(condition, "type").equals(type)) {
                return text(condition, "status").equals("True");
            }
        }
        return false;
    }

    /// The column that all tables of objects begin with.
    static Column name() {
        return new Column(
                "Name",
                "string",
                "name",
                "The object's name, unique among its kind in its namespace.",
                0,
                (object, _) -> object.path("metadata").get("name"));
    }
}
