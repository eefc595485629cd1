package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Checks what an update changes in a pod's spec (H8.41). Each part that may change is checked by its own rule and then
/// taken over from the old spec in a copy of the new one; what still differs was not allowed to change at all.
final class PodChange {
    private static final Path SPEC = Path.of("spec");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String ONLY =
            "pod updates may not change fields other than `spec.containers[*].image`,"
                    + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions"
                    + " to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it"
                    + " was previously negative)";

    private final ObjectNode spec;
    private final ObjectNode old;
    private final ObjectNode rest;
    private final Complaints out;

    PodChange(ObjectNode spec, ObjectNode old, Complaints out) {
        this.spec = spec;
        this.old = old;
        this.rest = spec.deepCopy();
        this.out = out;
    }

    void check() {
        for (String list : List.of("containers", "initContainers")) {
            if (spec.path(list).size() != old.path(list).size()) {
                out.forbidden(
                        SPEC.child(list),
                        list.equals("containers")
                                ? "pod updates may not add or remove containers"
                                : "pod updates may not add or remove init containers");
                return;
            }
        }
        images("containers");
        images("initContainers");
        deadline();
        gracePeriod();
        tolerations();
        gates();
        if (!old.path("schedulingGates").isEmpty()) {
            nodeSelector();
            nodeAffinity();
        }
        if (!rest.equals(old)) {
            out.forbidden(SPEC, ONLY);
        }
    }

    private void images(String list) {
        JsonNode containers = rest.path(list);
        for (int i = 0; i < containers.size(); i++) {
            if (containers.get(i) instanceof ObjectNode container
                    && old.path(list).get(i) instanceof ObjectNode before) {
                if (Json.text(container, "image").isEmpty()) {
                    out.required(SPEC.child(list).index(i).child("image"), "");
                }
                Json.copy(before, container, "image");
            }
        }
    }

    private void deadline() {
        Long now = Json.number(spec, "activeDeadlineSeconds");
        Long before = Json.number(old, "activeDeadlineSeconds");
        Path path = SPEC.child("activeDeadlineSeconds");
        if (before != null && now == null) {
            out.invalid(path, null, "must not update from a positive integer to nil value");
        } else if (before != null && now != null && now > before) {
            out.invalid(path, now, "must be less than or equal to previous value");
        }
        Json.copy(old, rest, "activeDeadlineSeconds");
    }

    private void gracePeriod() {
        boolean wasNegative = Json.number(old, "terminationGracePeriodSeconds", 0) < 0;
        if (wasNegative && Json.number(spec, "terminationGracePeriodSeconds", 0) == 1) {
            Json.copy(old, rest, "terminationGracePeriodSeconds");
        }
    }

    private void tolerations() {
        for (JsonNode before : old.path("tolerations")) {
            boolean kept = false;
            for (JsonNode now : spec.path("tolerations")) {
                kept |= withoutSeconds(now).equals(withoutSeconds(before));
            }
            if (!kept) {
                out.forbidden(
                        SPEC.child("tolerations"),
                        "existing toleration can not be modified except its tolerationSeconds");
                break;
            }
        }
        Json.copy(old, rest, "tolerations");
    }

    private static JsonNode withoutSeconds(JsonNode toleration) {
        return ((ObjectNode) toleration.deepCopy()).without("tolerationSeconds");
    }

    private void gates() {
        Set<String> before = new HashSet<>();
        old.path("schedulingGates").forEach(gate -> before.add(Json.text(gate, "name")));
        int i = 0;
        for (JsonNode gate : spec.path("schedulingGates")) {
            String name = Json.text(gate, "name");
            if (!before.contains(name)) {
                out.forbidden(
                        SPEC.child("schedulingGates").index(i).child("name"),
                        "only deletion is allowed, but found new scheduling gate '" + name + "'");
            }
            i++;
        }
        Json.copy(old, rest, "schedulingGates");
    }

    private void nodeSelector() {
        ObjectNode now = Json.object(spec, "nodeSelector");
        for (var entry : Json.object(old, "nodeSelector").properties()) {
            if (!entry.getValue().equals(now.get(entry.getKey()))) {
                out.invalid(
                        SPEC.child("nodeSelector"),
                        spec.get("nodeSelector"),
                        "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
                break;
            }
        }
        Json.copy(old, rest, "nodeSelector");
    }

    /// A gated pod may be narrowed: required terms only gain expressions, preferences are free.
    private void nodeAffinity() {
        JsonNode before = terms(old);
        JsonNode now = terms(spec);
        if (before != null) {
            Path path = SPEC.child("affinity", "nodeAffinity", REQUIRED, "nodeSelectorTerms");
            if (now == null || now.size() != before.size()) {
                out.invalid(
                        path,
                        now == null ? null : asPrinted(now),
                        "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
            } else {
                for (int i = 0; i < now.size(); i++) {
                    if (!narrows(now.get(i), before.get(i))) {
                        out.invalid(
                                path.index(i),
                                asPrinted(now.get(i)),
                                "only additions are allowed (no mutations or deletions)");
                    }
                }
            }
        }
        JsonNode oldNode = old.path("affinity").get("nodeAffinity");
        ObjectNode affinity = Json.child(rest, "affinity");
        if (oldNode == null) {
            affinity.remove("nodeAffinity");
        } else {
            affinity.set("nodeAffinity", oldNode);
        }
        if (affinity.isEmpty() && !old.has("affinity")) {
            rest.remove("affinity");
        }
    }

    private static @Nullable JsonNode terms(JsonNode spec) {
        return spec.path("affinity").path("nodeAffinity").path(REQUIRED).get("nodeSelectorTerms");
    }

    /// Whether the old requirements are the beginning of the new ones. An empty term matches nothing and stays empty,
    /// since any requirement would widen it (S1.43).
    private static boolean narrows(JsonNode now, JsonNode before) {
        boolean wasEmpty =
                before.path("matchExpressions").isEmpty() && before.path("matchFields").isEmpty();
        for (String list : List.of("matchExpressions", "matchFields")) {
            if (wasEmpty && !now.path(list).isEmpty()) {
                return false;
            }
            for (int i = 0; i < before.path(list).size(); i++) {
                if (!before.path(list).get(i).equals(now.path(list).get(i))) {
                    return false;
                }
            }
        }
        return true;
    }

    /// Terms as the peer prints them: its own names of the fields, absent lists as null (as recorded).
    private static JsonNode asPrinted(JsonNode term) {
        if (term.isArray()) {
            ArrayNode terms = JsonNodeFactory.instance.arrayNode();
            term.forEach(each -> terms.add(asPrinted(each)));
            return terms;
        }
        ObjectNode printed = JsonNodeFactory.instance.objectNode();
        printed.set("MatchExpressions", requirements(term.get("matchExpressions")));
        printed.set("MatchFields", requirements(term.get("matchFields")));
        return printed;
    }

    private static JsonNode requirements(@Nullable JsonNode given) {
        if (given == null) {
            return JsonNodeFactory.instance.nullNode();
        }
        ArrayNode requirements = JsonNodeFactory.instance.arrayNode();
        for (JsonNode requirement : given) {
            ObjectNode printed = requirements.addObject();
            printed.set("Key", requirement.path("key"));
            printed.set("Operator", requirement.path("operator"));
            JsonNode values = requirement.get("values");
            printed.set("Values", values == null ? JsonNodeFactory.instance.nullNode() : values);
        }
        return requirements;
    }
}
