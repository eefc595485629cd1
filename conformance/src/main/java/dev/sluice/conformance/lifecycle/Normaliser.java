package dev.sluice.conformance.lifecycle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/// Leaves out of an object what the recordings leave out: values that differ with each run and say nothing, and constants that every
/// pod or job has. It is done to both sides before they are compared.
final class Normaliser {
    private static final Set<String> RUN_DEPENDENT =
            Set.of(
                    "resourceVersion",
                    "managedFields",
                    "creationTimestamp",
                    "lastTransitionTime",
                    "lastProbeTime",
                    "lastHeartbeatTime",
                    "selfLink");

    private static final Set<String> POD_SPEC_CONSTANTS =
            Set.of(
                    "dnsPolicy",
                    "schedulerName",
                    "enableServiceLinks",
                    "preemptionPolicy",
                    "serviceAccount",
                    "serviceAccountName");

    private static final Set<String> CONTAINER_CONSTANTS =
            Set.of("imagePullPolicy", "terminationMessagePath", "terminationMessagePolicy");

    private static final Set<String> POD_STATUS_CONSTANTS =
            Set.of("podIP", "podIPs", "hostIP", "hostIPs", "qosClass");

    private static final Map<String, String> JOB_DEFAULTS =
            Map.of(
                    "backoffLimit", "6",
                    "completionMode", "NonIndexed",
                    "podReplacementPolicy", "TerminatingOrFailed");

    private static final Set<String> DEFAULT_TOLERATIONS =
            Set.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable");

    private Normaliser() {}

    /// A copy of the object without what is not compared.
    static ObjectNode normalised(JsonNode object) {
        ObjectNode copy = (ObjectNode) cleaned(object);
        switch (copy.path("kind").asText()) {
            case "Pod" -> {
                if (copy.get("status") instanceof ObjectNode status) {
                    status.remove(POD_STATUS_CONSTANTS);
                }
            }
            case "Job" -> {
                if (copy.get("spec") instanceof ObjectNode spec) {
                    JOB_DEFAULTS.forEach((key, value) -> removeIfText(spec, key, value));
                }
            }
            default -> {
                // The other kinds have no constants of their own.
            }
        }
        return copy;
    }

    private static JsonNode cleaned(JsonNode node) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            object.properties()
                    .forEach(
                            entry -> {
                                if (!RUN_DEPENDENT.contains(entry.getKey())
                                        && !entry.getValue().isNull()) {
                                    copy.set(entry.getKey(), cleaned(entry.getValue()));
                                }
                            });
            dropConstants(copy);
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(cleaned(element)));
            return copy;
        }
        return node;
    }

    private static void dropConstants(ObjectNode object) {
        if (object.get("containers") instanceof ArrayNode) {
            dropPodSpecConstants(object);
        }
        if (object.has("image")) {
            object.remove(CONTAINER_CONSTANTS);
            dropIfEmpty(object, "resources");
            dropIfEmpty(object, "lastState");
            removeIfText(object, "imageID", "");
        }
    }

    private static void dropPodSpecConstants(ObjectNode spec) {
        spec.remove(POD_SPEC_CONSTANTS);
        dropIfEmpty(spec, "securityContext");
        removeIfText(spec, "terminationGracePeriodSeconds", "30");
        if (spec.get("tolerations") instanceof ArrayNode tolerations) {
            ArrayNode kept = JsonNodeFactory.instance.arrayNode();
            tolerations.forEach(
                    toleration -> {
                        if (!isDefaultToleration(toleration)) {
                            kept.add(toleration);
                        }
                    });
            spec.set("tolerations", kept);
            dropIfEmpty(spec, "tolerations");
        }
    }

    private static boolean isDefaultToleration(JsonNode toleration) {
        return DEFAULT_TOLERATIONS.contains(toleration.path("key").asText())
                && toleration.path("tolerationSeconds").asInt() == 300;
    }

    private static void dropIfEmpty(ObjectNode object, String key) {
        JsonNode value = object.get(key);
        if (value != null && value.isContainerNode() && value.isEmpty()) {
            object.remove(key);
        }
    }

    private static void removeIfText(ObjectNode object, String key, String text) {
        JsonNode value = object.get(key);
        if (value != null && value.asText().equals(text)) {
            object.remove(key);
        }
    }
}
