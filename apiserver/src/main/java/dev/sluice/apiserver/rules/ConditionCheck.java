package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import java.util.HashSet;
import java.util.Set;

/// Checks match conditions and other named expressions of webhooks and policies (H2.82).
final class ConditionCheck {
    private static final int CONDITIONS_MAX = 64;

    private ConditionCheck() {}

    /// The `matchConditions` of a webhook or policy.
    static void conditions(JsonNode conditions, Scope scope, Path path, Complaints out) {
        if (conditions.size() > CONDITIONS_MAX) {
            out.tooMany(path, conditions.size(), CONDITIONS_MAX);
            return;
        }
        Set<String> names = new HashSet<>();
        int i = 0;
        for (JsonNode condition : conditions) {
            Path here = path.index(i++);
            String name = Json.text(condition, "name");
            if (name.isEmpty()) {
                out.required(here.child("name"), "");
            } else if (!Names.qualified(name).isEmpty()) {
                out.invalid(here.child("name"), name, Names.qualified(name));
            } else if (!names.add(name)) {
                out.duplicate(here.child("name"), name);
            }
            expression(
                    Json.text(condition, "expression"),
                    scope,
                    Expression.Wanted.BOOL,
                    here.child("expression"),
                    out);
        }
    }

    /// One expression that must be there.
    static void expression(
            String source, Scope scope, Expression.Wanted wanted, Path path, Complaints out) {
        if (source.isBlank()) {
            out.required(path, "");
            return;
        }
        try {
            Expression.compile(source.strip(), scope, wanted);
        } catch (CelSyntaxError e) {
            out.invalid(path, source, "compilation failed: " + e.text());
        }
    }
}
