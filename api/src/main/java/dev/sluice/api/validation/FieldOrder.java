package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// The order in which clients of the API write the fields of a value, for messages that show a whole value.
final class FieldOrder {
    private static final List<String> POD_SET =
            List.of("name", "template", "count", "minCount", "topologyRequest");
    private static final List<String> POD =
            List.of(
                    "volumes",
                    "initContainers",
                    "containers",
                    "ephemeralContainers",
                    "restartPolicy");
    private static final List<String> CONTAINER =
            List.of(
                    "name",
                    "image",
                    "command",
                    "args",
                    "workingDir",
                    "ports",
                    "envFrom",
                    "env",
                    "resources");
    private static final List<String> RESOURCES = List.of("limits", "requests", "claims");
    private static final List<String> ADMISSION = List.of("clusterQueue", "podSetAssignments");
    private static final List<String> ASSIGNMENT =
            List.of("name", "flavors", "resourceUsage", "count", "topologyAssignment");

    private FieldOrder() {}

    static JsonNode without(JsonNode object, List<String> fields) {
        ObjectNode copy = object.deepCopy();
        copy.remove(fields);
        return copy;
    }

    static JsonNode ofPodSet(JsonNode podSet) {
        ObjectNode ordered = ordered(podSet, POD_SET);
        ObjectNode template = ordered.putObject("template");
        template.set(
                "metadata",
                podSet.at("/template/metadata").isMissingNode()
                        ? JsonNodeFactory.instance.objectNode()
                        : podSet.at("/template/metadata"));
        ObjectNode pod = ordered(podSet.at("/template/spec"), POD);
        for (String list : List.of("initContainers", "containers")) {
            if (pod.has(list)) {
                pod.set(list, containers(pod.get(list)));
            }
        }
        template.set("spec", pod);
        return ordered;
    }

    private static ArrayNode containers(JsonNode containers) {
        ArrayNode ordered = JsonNodeFactory.instance.arrayNode();
        for (JsonNode container : containers) {
            ObjectNode one = ordered(container, CONTAINER);
            one.set("resources", ordered(container.path("resources"), RESOURCES));
            ordered.add(one);
        }
        return ordered;
    }

    static JsonNode ofAdmission(JsonNode admission) {
        ObjectNode ordered = ordered(admission, ADMISSION);
        ArrayNode assignments = JsonNodeFactory.instance.arrayNode();
        admission.path("podSetAssignments").forEach(a -> assignments.add(ordered(a, ASSIGNMENT)));
        ordered.set("podSetAssignments", assignments);
        return ordered;
    }

    /// The known fields first, then the others as they are.
    private static ObjectNode ordered(JsonNode object, List<String> order) {
        ObjectNode ordered = JsonNodeFactory.instance.objectNode();
        for (String name : order) {
            if (object.has(name)) {
                ordered.set(name, object.get(name));
            }
        }
        object.properties().forEach(f -> ordered.putIfAbsent(f.getKey(), f.getValue()));
        return ordered;
    }
}
