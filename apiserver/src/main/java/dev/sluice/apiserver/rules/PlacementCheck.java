package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Checks what says where a pod may run: tolerations, affinity, spread.
final class PlacementCheck {
    private static final List<String> EFFECTS =
            List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> UNSATISFIABLE = List.of("DoNotSchedule", "ScheduleAnyway");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final Complaints out;

    PlacementCheck(Complaints out) {
        this.out = out;
    }

    void tolerations(JsonNode tolerations, Path path) {
        int i = 0;
        for (JsonNode toleration : tolerations) {
            toleration(toleration, path.index(i++));
        }
    }

    private void toleration(JsonNode toleration, Path path) {
        String key = Json.text(toleration, "key");
        String operator = Json.text(toleration, "operator");
        String value = Json.text(toleration, "value");
        String effect = Json.text(toleration, "effect");
        if (!key.isEmpty()) {
            out.invalid(path.child("key"), key, Names.qualified(key));
        } else if (!operator.equals("Exists")) {
            out.invalid(
                    path.child("operator"),
                    operator,
                    "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
        }
        if (toleration.has("tolerationSeconds") && !effect.equals("NoExecute")) {
            out.invalid(
                    path.child("effect"),
                    effect,
                    "effect must be 'NoExecute' when `tolerationSeconds` is set");
        }
        switch (operator) {
            case "", "Equal" -> out.invalid(path.child("operator"), value, Names.labelValue(value));
            case "Exists" -> {
                if (!value.isEmpty()) {
                    out.invalid(
                            path.child("operator"),
                            value,
                            "value must be empty when `operator` is 'Exists'");
                }
            }
            default ->
                    out.unsupported(path.child("operator"), operator, List.of("Equal", "Exists"));
        }
        if (!effect.isEmpty() && !EFFECTS.contains(effect)) {
            out.unsupported(path.child("effect"), effect, EFFECTS);
        }
    }

    void affinity(JsonNode affinity, Path path) {
        JsonNode node = affinity.path("nodeAffinity");
        Path nodePath = path.child("nodeAffinity");
        if (node.has(REQUIRED)) {
            nodeSelector(node.get(REQUIRED), nodePath.child(REQUIRED));
        }
        int i = 0;
        for (JsonNode preference : node.path(PREFERRED)) {
            Path here = nodePath.child(PREFERRED).index(i++);
            weight(preference, here);
            nodeTerm(preference.path("preference"), here.child("preference"));
        }
        for (String sort : List.of("podAffinity", "podAntiAffinity")) {
            podAffinity(affinity.path(sort), path.child(sort));
        }
    }

    private void nodeSelector(JsonNode selector, Path path) {
        JsonNode terms = selector.path("nodeSelectorTerms");
        Path here = path.child("nodeSelectorTerms");
        if (terms.isEmpty()) {
            out.required(here, "must have at least one node selector term");
        }
        int i = 0;
        for (JsonNode term : terms) {
            nodeTerm(term, here.index(i++));
        }
    }

    private void nodeTerm(JsonNode term, Path path) {
        int i = 0;
        for (JsonNode requirement : term.path("matchExpressions")) {
            Path here = path.child("matchExpressions").index(i++);
            requirement(requirement, here);
            String key = Json.text(requirement, "key");
            out.invalid(here.child("key"), key, Names.qualified(key));
        }
        i = 0;
        for (JsonNode requirement : term.path("matchFields")) {
            Path here = path.child("matchFields").index(i++);
            String key = Json.text(requirement, "key");
            if (!key.equals("metadata.name")) {
                out.invalid(here.child("key"), key, "not a valid field selector key");
            }
            if (requirement.path("values").size() != 1) {
                out.required(
                        here.child("values"),
                        "must be only one value when `operator` is 'In' or 'NotIn' for node field selector");
            }
        }
    }

    private void requirement(JsonNode requirement, Path path) {
        int values = requirement.path("values").size();
        switch (Json.text(requirement, "operator")) {
            case "In", "NotIn" -> {
                if (values == 0) {
                    out.required(
                            path.child("values"),
                            "must be specified when `operator` is 'In' or 'NotIn'");
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values > 0) {
                    out.forbidden(
                            path.child("values"),
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            case "Gt", "Lt" -> {
                if (values != 1) {
                    out.required(
                            path.child("values"),
                            "must be specified single value when `operator` is 'Lt' or 'Gt'");
                }
            }
            default ->
                    out.invalid(
                            path.child("operator"),
                            Json.text(requirement, "operator"),
                            "not a valid selector operator");
        }
    }

    private void podAffinity(JsonNode affinity, Path path) {
        int i = 0;
        for (JsonNode term : affinity.path(REQUIRED)) {
            podTerm(term, path.child(REQUIRED).index(i++));
        }
        i = 0;
        for (JsonNode preference : affinity.path(PREFERRED)) {
            Path here = path.child(PREFERRED).index(i++);
            weight(preference, here);
            podTerm(preference.path("podAffinityTerm"), here.child("podAffinityTerm"));
        }
    }

    private void podTerm(JsonNode term, Path path) {
        LabelCheck.selector(term.path("labelSelector"), path.child("labelSelector"), out);
        LabelCheck.selector(term.path("namespaceSelector"), path.child("namespaceSelector"), out);
        int i = 0;
        for (JsonNode namespace : term.path("namespaces")) {
            out.invalid(
                    path.child("namespace").index(i++),
                    namespace.asText(),
                    Names.label(namespace.asText()));
        }
        topologyKey(term, path);
    }

    private void weight(JsonNode preference, Path path) {
        long weight = Json.number(preference, "weight", 0);
        if (weight < 1 || weight > 100) {
            out.invalid(path.child("weight"), weight, "must be in the range 1-100");
        }
    }

    private void topologyKey(JsonNode parent, Path path) {
        String key = Json.text(parent, "topologyKey");
        if (key.isEmpty()) {
            out.required(path.child("topologyKey"), "can not be empty");
        } else {
            out.invalid(path.child("topologyKey"), key, Names.qualified(key));
        }
    }

    void spread(JsonNode constraints, Path path) {
        Set<String> pairs = new HashSet<>();
        int i = 0;
        for (JsonNode constraint : constraints) {
            Path here = path.index(i++);
            long skew = Json.number(constraint, "maxSkew", 0);
            if (skew <= 0) {
                out.invalid(here.child("maxSkew"), skew, "must be greater than zero");
            }
            topologyKey(constraint, here);
            String action = Json.text(constraint, "whenUnsatisfiable");
            if (!UNSATISFIABLE.contains(action)) {
                out.unsupported(here.child("whenUnsatisfiable"), action, UNSATISFIABLE);
            }
            String pair = "{" + Json.text(constraint, "topologyKey") + ", " + action + "}";
            if (!pairs.add(pair)) {
                out.duplicate(here.child("{topologyKey, whenUnsatisfiable}"), pair);
            }
            Numbers.positive(constraint, "minDomains", here, out);
            LabelCheck.selector(constraint.path("labelSelector"), here.child("labelSelector"), out);
        }
    }
}
