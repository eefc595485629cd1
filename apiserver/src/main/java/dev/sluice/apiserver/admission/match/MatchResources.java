package dev.sluice.apiserver.admission.match;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.AdmissionRequest;
import dev.sluice.apiserver.admission.Equivalents;
import dev.sluice.apiserver.admission.ObjectReader;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.selector.LabelMatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which requests a webhook, a policy or a binding is about: by what is done, to which resource, in which namespace, with
/// which labels (H2.82).
public final class MatchResources {
    private final List<MatchRule> rules;
    private final List<MatchRule> excluded;
    private final JsonNode namespaces;
    private final JsonNode objects;
    private final boolean exact;

    private MatchResources(List<MatchRule> rules, List<MatchRule> excluded, JsonNode source) {
        this.rules = rules;
        this.excluded = excluded;
        this.namespaces = source.path("namespaceSelector");
        this.objects = source.path("objectSelector");
        this.exact = source.path("matchPolicy").asText().equals("Exact");
    }

    /// @param webhook one of a webhook configuration
    public static MatchResources ofWebhook(JsonNode webhook) {
        return new MatchResources(rules(webhook.path("rules")), List.of(), webhook);
    }

    /// @param constraints the `matchConstraints` of a policy, or the `matchResources` of a binding
    public static MatchResources ofPolicy(JsonNode constraints) {
        return new MatchResources(
                rules(constraints.path("resourceRules")),
                rules(constraints.path("excludeResourceRules")),
                constraints);
    }

    private static List<MatchRule> rules(JsonNode list) {
        List<MatchRule> rules = new ArrayList<>();
        list.forEach(rule -> rules.add(MatchRule.of(rule)));
        return List.copyOf(rules);
    }

    /// Whether nothing is said about resources; a binding then takes what its policy takes.
    public boolean hasNoRules() {
        return rules.isEmpty();
    }

    /// @return the kind in the version that the rules name, or null when this is not about the request
    public @Nullable Kind match(
            AdmissionRequest request, Equivalents equivalents, ObjectReader reader) {
        Kind kind = kind(rules, request, equivalents);
        if (kind == null || kind(excluded, request, equivalents) != null) {
            return null;
        }
        return selects(request, reader) ? kind : null;
    }

    /// Whether the selectors take the request, whatever its resource is.
    public boolean selects(AdmissionRequest request, ObjectReader reader) {
        return selectsObject(request) && selectsNamespace(request, reader);
    }

    private @Nullable Kind kind(
            List<MatchRule> some, AdmissionRequest request, Equivalents equivalents) {
        if (some.isEmpty()) {
            return null;
        }
        Kind own = request.kind();
        if (some.stream().anyMatch(rule -> rule.matches(request, own))) {
            return own;
        }
        if (exact) {
            return null;
        }
        for (Kind other : equivalents.of(own)) {
            if (some.stream().anyMatch(rule -> rule.matches(request, other))) {
                return other;
            }
        }
        return null;
    }

    /// The labels before or after will do.
    private boolean selectsObject(AdmissionRequest request) {
        return objects.isEmpty() || hasLabels(request.object()) || hasLabels(request.old());
    }

    private boolean hasLabels(@Nullable ObjectNode object) {
        return object != null && LabelMatch.matches(objects, labels(object));
    }

    /// A namespace that is being written is judged by what it will be.
    private boolean selectsNamespace(AdmissionRequest request, ObjectReader reader) {
        if (namespaces.isEmpty()) {
            return true;
        }
        ObjectNode namespace;
        if (request.isAboutNamespace()) {
            namespace = request.object() != null ? request.object() : request.old();
        } else if (request.namespace().isEmpty()) {
            return true;
        } else {
            namespace = reader.get("namespaces", "", request.namespace());
        }
        return LabelMatch.matches(namespaces, namespace == null ? Map.of() : labels(namespace));
    }

    private static Map<String, String> labels(ObjectNode object) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> label :
                object.path("metadata").path("labels").properties()) {
            labels.put(label.getKey(), label.getValue().asText());
        }
        return labels;
    }
}
