package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules for ResourceFlavors (A6).
public final class ResourceFlavorRules implements Rules {
    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        JsonNode spec = object.path("spec");
        List<Complaint> complaints =
                new ArrayList<>(
                        Names.complaintsAboutLabels("spec.nodeLabels", spec.path("nodeLabels")));
        complaints.addAll(taints(spec.path("nodeTaints")));
        complaints.addAll(tolerations(spec.path("tolerations"), "spec.tolerations"));
        return complaints;
    }

    private static List<Complaint> taints(JsonNode taints) {
        List<Complaint> complaints = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            String path = "spec.nodeTaints[" + i + "]";
            JsonNode taint = taints.get(i);
            String key = taint.path("key").asText();
            String value = taint.path("value").asText();
            Names.faultsOfKey(key)
                    .forEach(f -> complaints.add(Complaint.invalid(path + ".key", key, f)));
            Names.faultsOfValue(value)
                    .forEach(f -> complaints.add(Complaint.invalid(path + ".value", value, f)));
            if (!seen.add(taint.path("effect").asText() + " " + key)) {
                complaints.add(
                        Complaint.duplicate(
                                path,
                                ordered(taint),
                                "taints must be unique by key and effect pair"));
            }
        }
        return complaints;
    }

    private static JsonNode ordered(JsonNode taint) {
        ObjectNode ordered = JsonNodeFactory.instance.objectNode();
        for (String name : List.of("key", "value", "effect")) {
            if (taint.has(name)) {
                ordered.set(name, taint.get(name));
            }
        }
        return ordered;
    }

    static List<Complaint> tolerations(JsonNode tolerations, String path) {
        List<Complaint> complaints = new ArrayList<>();
        for (int i = 0; i < tolerations.size(); i++) {
            String key = tolerations.get(i).path("key").asText();
            String field = path + "[" + i + "].key";
            if (!key.isEmpty()) {
                Names.faultsOfKey(key)
                        .forEach(f -> complaints.add(Complaint.invalid(field, key, f)));
            }
        }
        return complaints;
    }
}
