package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.admission.policy.PolicyScope;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Rules of the two kinds of admission policies (H2.90, H2.95).
public final class PolicyRules extends TypedRules {
    private static final Path SPEC = Path.of("spec");
    private static final List<String> FAILURE_POLICIES = List.of("Fail", "Ignore");
    private static final List<String> REASONS =
            List.of("Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized");
    private static final List<String> PATCH_TYPES = List.of("ApplyConfiguration", "JSONPatch");
    private static final List<String> REINVOCATIONS = List.of("IfNeeded", "Never");
    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");

    private final boolean mutating;

    /// @param typeName of one of the two policies
    public PolicyRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.mutating = typeName.contains("Mutating");
    }

    @Override
    void check(ObjectNode policy, Complaints out) {
        ObjectNode spec = Json.object(policy, "spec");
        oneOf(spec, "failurePolicy", FAILURE_POLICIES, SPEC, out);
        if (spec.has("paramKind")) {
            paramKind(spec.path("paramKind"), SPEC.child("paramKind"), out);
        }
        if (spec.has("matchConstraints")) {
            MatchCheck.constraints(
                    spec.path("matchConstraints"), true, SPEC.child("matchConstraints"), out);
        } else {
            out.required(SPEC.child("matchConstraints"), "");
        }
        variableNames(spec.path("variables"), out);
        PolicyScope scope =
                PolicyScope.of(
                        spec,
                        (index, mistake) ->
                                out.invalid(
                                        SPEC.child("variables").index(index).child("expression"),
                                        Json.text(
                                                spec.path("variables").path(index), "expression"),
                                        "compilation failed: " + mistake.text()));
        ConditionCheck.conditions(
                spec.path("matchConditions"),
                scope.conditions(),
                SPEC.child("matchConditions"),
                out);
        if (mutating) {
            mutations(spec, scope.expressions().withObjects(), out);
        } else {
            validations(spec, scope.expressions(), out);
        }
    }

    private static void paramKind(JsonNode kind, Path path, Complaints out) {
        for (String field : List.of("apiVersion", "kind")) {
            if (Json.text(kind, field).isEmpty()) {
                out.required(path.child(field), "");
            }
        }
    }

    private static void variableNames(JsonNode variables, Complaints out) {
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode variable : variables) {
            Path path = SPEC.child("variables").index(i++).child("name");
            String name = Json.text(variable, "name");
            if (name.isEmpty()) {
                out.required(path, "name is not specified");
            } else if (!IDENTIFIER.matcher(name).matches()) {
                out.invalid(path, name, "name is not a valid CEL identifier");
            } else if (!names.add(name)) {
                out.duplicate(path, name);
            }
        }
    }

    private static void validations(ObjectNode spec, Scope scope, Complaints out) {
        JsonNode validations = spec.path("validations");
        JsonNode notes = spec.path("auditAnnotations");
        if (validations.isEmpty() && notes.isEmpty()) {
            String either = "validations or auditAnnotations must contain at least one item";
            out.required(SPEC.child("validations"), either);
            out.required(SPEC.child("auditAnnotations"), either);
        }
        int i = 0;
        for (JsonNode validation : validations) {
            validation(validation, scope, SPEC.child("validations").index(i++), out);
        }
        Set<String> keys = new HashSet<>();
        i = 0;
        for (JsonNode note : notes) {
            Path path = SPEC.child("auditAnnotations").index(i++);
            String key = Json.text(note, "key");
            if (key.isEmpty()) {
                out.required(path.child("key"), "");
            } else if (!Names.qualified(key).isEmpty()) {
                out.invalid(path.child("key"), key, Names.qualified(key));
            } else if (!keys.add(key)) {
                out.duplicate(path.child("key"), key);
            }
            ConditionCheck.expression(
                    Json.text(note, "valueExpression"),
                    scope,
                    Expression.Wanted.TEXT_OR_NULL,
                    path.child("valueExpression"),
                    out);
        }
    }

    private static void validation(JsonNode validation, Scope scope, Path path, Complaints out) {
        ConditionCheck.expression(
                Json.text(validation, "expression"),
                scope,
                Expression.Wanted.BOOL,
                path.child("expression"),
                out);
        String message = Json.text(validation, "message");
        if (validation.has("message") && message.isBlank()) {
            out.invalid(path.child("message"), message, "message must be non-empty if specified");
        } else if (message.contains("\n")) {
            out.invalid(path.child("message"), message, "message must not contain line breaks");
        }
        if (Json.text(validation, "expression").contains("\n") && message.isEmpty()) {
            out.required(
                    path.child("message"),
                    "message must be specified if expression contains line breaks");
        }
        if (validation.has("messageExpression")) {
            ConditionCheck.expression(
                    Json.text(validation, "messageExpression"),
                    scope,
                    Expression.Wanted.TEXT,
                    path.child("messageExpression"),
                    out);
        }
        oneOf(validation, "reason", REASONS, path, out);
    }

    private static void mutations(ObjectNode spec, Scope scope, Complaints out) {
        Path all = SPEC.child("mutations");
        if (spec.path("mutations").isEmpty()) {
            out.required(all, "mutations must contain at least one item");
        }
        int i = 0;
        for (JsonNode mutation : spec.path("mutations")) {
            Path path = all.index(i++);
            String type = Json.text(mutation, "patchType");
            if (type.isEmpty()) {
                out.required(path.child("patchType"), "");
            } else if (!PATCH_TYPES.contains(type)) {
                out.unsupported(path.child("patchType"), type, PATCH_TYPES);
            } else {
                boolean patch = type.equals("JSONPatch");
                String given = patch ? "jsonPatch" : "applyConfiguration";
                String other = patch ? "applyConfiguration" : "jsonPatch";
                if (mutation.has(other)) {
                    out.invalid(
                            path.child(other), "<omitted>", "must not be set when patchType is " + type);
                }
                ConditionCheck.expression(
                        Json.text(mutation.path(given), "expression"),
                        scope,
                        Expression.Wanted.ANYTHING,
                        path.child(given, "expression"),
                        out);
            }
        }
        String again = Json.text(spec, "reinvocationPolicy");
        if (again.isEmpty()) {
            out.required(SPEC.child("reinvocationPolicy"), "");
        } else {
            oneOf(spec, "reinvocationPolicy", REINVOCATIONS, SPEC, out);
        }
    }

    static void oneOf(
            JsonNode parent, String field, List<String> allowed, Path path, Complaints out) {
        String value = Json.text(parent, field);
        if (!value.isEmpty() && !allowed.contains(value)) {
            out.unsupported(path.child(field), value, allowed);
        }
    }
}
