package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Rules of the bindings of admission policies (H2.90, H2.95).
public final class PolicyBindingRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> ACTIONS = List.of("Audit", "Deny", "Warn");
    private static final List<String> NOT_FOUND = List.of("Allow", "Deny");

    private final boolean mutating;

    /// @param typeName of one of the two bindings
    public PolicyBindingRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.mutating = typeName.contains("Mutating");
    }

    @Override
    void check(ObjectNode binding, Complaints out) {
        ObjectNode spec = Json.object(binding, "spec");
        String policy = Json.text(spec, "policyName");
        Path name = SPEC.child("policyName");
        if (policy.isEmpty()) {
            out.required(name, "");
        } else {
            out.invalid(name, policy, Names.subdomain(policy));
        }
        if (spec.has("paramRef")) {
            paramRef(spec.path("paramRef"), SPEC.child("paramRef"), out);
        }
        if (spec.has("matchResources")) {
            MatchCheck.constraints(
                    spec.path("matchResources"), false, SPEC.child("matchResources"), out);
        }
        if (!mutating) {
            actions(spec.path("validationActions"), out);
        }
    }

    private static void paramRef(JsonNode ref, Path path, Complaints out) {
        if (ref.has("name") == ref.has("selector")) {
            out.required(
                    path.child(ref.has("name") ? "name" : "selector"),
                    "exactly one of `name` or `selector` must be specified");
        }
        if (ref.has("selector")) {
            LabelCheck.selector(ref.path("selector"), path.child("selector"), out);
        }
        String action = Json.text(ref, "parameterNotFoundAction");
        if (action.isEmpty()) {
            out.required(path.child("parameterNotFoundAction"), "");
        } else {
            PolicyRules.oneOf(ref, "parameterNotFoundAction", NOT_FOUND, path, out);
        }
    }

    private static void actions(JsonNode actions, Complaints out) {
        Path path = SPEC.child("validationActions");
        if (actions.isEmpty()) {
            out.required(path, "at least one validation action is required");
            return;
        }
        Set<String> seen = new HashSet<>();
        int i = 0;
        for (JsonNode action : actions) {
            String text = action.asText();
            if (!ACTIONS.contains(text)) {
                out.unsupported(path.index(i), text, ACTIONS);
            } else if (!seen.add(text)) {
                out.duplicate(path.index(i), text);
            }
            i++;
        }
        if (seen.contains("Deny") && seen.contains("Warn")) {
            out.invalid(
                    path,
                    actions,
                    "must not contain both Deny and Warn (repeating the same validation failure"
                            + " information in the API response and headers serves no purpose)");
        }
    }
}
