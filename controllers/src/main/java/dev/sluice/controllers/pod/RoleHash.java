package dev.sluice.controllers.pod;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.name.Annotations;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The role of a pod in its group: a hash of what matters for where it can run (L3.13). Pods of one role need the same and are
/// one pod set.
///
/// The text that is hashed has a fixed form: the fields of a pod's spec by name, `null` for what is not there, and the
/// fields inside of them in the order of the API's types. That is the peer's form, so that both give a pod the same role.
public final class RoleHash {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LENGTH = 8;

    /// Fields of a pod's spec that are taken as they are.
    private static final List<String> FIELDS =
            List.of(
                    "affinity",
                    "containers",
                    "initContainers",
                    "nodeSelector",
                    "overhead",
                    "priority",
                    "resourceClaims",
                    "runtimeClassName",
                    "tolerations",
                    "topologySpreadConstraints");

    private static final Set<String> LISTS_OF_CONTAINERS = Set.of("containers", "initContainers");

    /// Whose keys are free: they are sorted.
    private static final Set<String> MAPS =
            Set.of("nodeSelector", "overhead", "requests", "matchLabels");

    /// The order of fields in the API's types; one order does for all, except in a spread constraint.
    private static final List<String> ORDER =
            List.of(
                    "nodeAffinity",
                    "podAffinity",
                    "podAntiAffinity",
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    "nodeSelectorTerms",
                    "weight",
                    "preference",
                    "podAffinityTerm",
                    "maxSkew",
                    "whenUnsatisfiable",
                    "labelSelector",
                    "namespaces",
                    "topologyKey",
                    "namespaceSelector",
                    "minDomains",
                    "nodeAffinityPolicy",
                    "nodeTaintsPolicy",
                    "matchLabelKeys",
                    "mismatchLabelKeys",
                    "matchLabels",
                    "matchExpressions",
                    "matchFields",
                    "key",
                    "operator",
                    "values",
                    "value",
                    "effect",
                    "tolerationSeconds",
                    "name",
                    "resourceClaimName",
                    "resourceClaimTemplateName",
                    "hostPort",
                    "containerPort",
                    "protocol",
                    "hostIP");

    private static final List<String> ORDER_IN_SPREAD =
            List.of("maxSkew", "topologyKey", "whenUnsatisfiable");

    private RoleHash() {}

    /// The role that the pod's annotation names, or else that its spec gives it.
    static String of(Pod pod) {
        String known = JobWants.annotation(pod, Annotations.ROLE_HASH);
        return known.isEmpty() ? of(JSON.<JsonNode>valueToTree(pod.getSpec())) : known;
    }

    /// The role that this spec gives a pod.
    public static String of(JsonNode spec) {
        try {
            String text = JSON.writeValueAsString(canonical(spec));
            return hash(
                    text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree can be written", impossible);
        }
    }

    /// What of a spec matters for the role, in the form that is hashed; below `spec`.
    public static ObjectNode canonical(JsonNode spec) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ObjectNode role = root.putObject("spec");
        for (String field : FIELDS) {
            JsonNode value = spec.path(field);
            if (field.equals("runtimeClassName") && hasRequests(spec.path("resources"))) {
                role.set("resources", requests(spec.path("resources")));
            }
            if (value.isMissingNode()
                    || value.isNull()
                    || value.isContainerNode() && value.isEmpty()) {
                role.putNull(field);
            } else if (LISTS_OF_CONTAINERS.contains(field)) {
                ArrayNode containers = role.putArray(field);
                value.forEach(container -> containers.add(container(container)));
            } else {
                role.set(field, ordered(value, field));
            }
        }
        return root;
    }

    private static ObjectNode container(JsonNode container) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        JsonNode ports = container.path("ports");
        if (ports.isEmpty()) {
            kept.putNull("ports");
        } else {
            kept.set("ports", ordered(ports, "ports"));
        }
        kept.set("resources", requests(container.path("resources")));
        return kept;
    }

    private static boolean hasRequests(JsonNode resources) {
        return !resources.path("requests").isEmpty();
    }

    private static ObjectNode requests(JsonNode resources) {
        ObjectNode kept = JsonNodeFactory.instance.objectNode();
        if (!hasRequests(resources)) {
            return kept.putNull("requests");
        }
        ObjectNode requests = kept.putObject("requests");
        JsonNode wanted = resources.path("requests");
        sorted(wanted, "requests").forEach(name -> requests.put(name, quantity(wanted.path(name))));
        return kept;
    }

    private static String quantity(JsonNode value) {
        Quantity quantity = Quantity.parseOrNull(value.asText());
        return quantity == null ? value.asText() : quantity.toString();
    }

    private static JsonNode ordered(JsonNode value, @Nullable String field) {
        if (value.isArray()) {
            ArrayNode items = JsonNodeFactory.instance.arrayNode();
            value.forEach(item -> items.add(ordered(item, null)));
            return items;
        }
        if (!value.isObject()) {
            return value;
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        sorted(value, field).forEach(name -> object.set(name, ordered(value.get(name), name)));
        return object;
    }

    private static List<String> sorted(JsonNode object, @Nullable String field) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        if (field != null && MAPS.contains(field)) {
            names.sort(Comparator.naturalOrder());
        } else {
            boolean spread = object.has("maxSkew");
            names.sort(Comparator.comparingInt(name -> place(name, spread)));
        }
        return names;
    }

    private static int place(String name, boolean spread) {
        int early = spread ? ORDER_IN_SPREAD.indexOf(name) : -1;
        int late = ORDER.contains(name) ? ORDER.indexOf(name) : ORDER.size();
        return early >= 0 ? early : ORDER_IN_SPREAD.size() + late;
    }

    private static String hash(String text) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every JDK has SHA-256", missing);
        }
    }
}
