package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.kind.KindRegistry;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Holds the expressions of a ValidatingAdmissionPolicy against the schemas of the kinds that its rules name: a field that a kind has not got
/// is an error only once a request comes, so `status.typeChecking` tells of it before (H2.90).
public final class TypeChecking {
    /// More kinds than these are not looked at.
    private static final int KINDS_MAX = 10;

    private static final String EXPRESSION = "expression";

    /// Something that is wrong for at least one kind.
    ///
    /// @param fieldRef the field of the policy, such as `spec.validations[0].expression`
    /// @param warning a part for each kind for which it is wrong: `apps/v1, Kind=Deployment: ERROR: …`
    public record Warning(String fieldRef, String warning) {}

    private final JsonNode spec;
    private final @Nullable Schema parameters;
    private final Map<String, String> textByField = new LinkedHashMap<>();

    /// @param parameters the schema of the kind of parameters; null when it is not served, or there is none
    private TypeChecking(JsonNode spec, @Nullable Schema parameters) {
        this.spec = spec;
        this.parameters = parameters;
    }

    /// @param spec of a policy whose expressions compile where nothing is known of the object
    /// @return in the order of the fields, those of variables first; empty when all is well as far as can be told
    public static List<Warning> of(JsonNode spec, KindRegistry.View served) {
        JsonNode named = spec.path("paramKind");
        Kind parameters =
                served.named(named.path("apiVersion").asText(), named.path("kind").asText());
        TypeChecking checking =
                new TypeChecking(spec, parameters == null ? null : parameters.schema());
        kinds(spec, served).stream().limit(KINDS_MAX).forEach(checking::check);
        List<Warning> warnings = new ArrayList<>();
        checking.textByField.forEach((field, text) -> warnings.add(new Warning(field, text)));
        return warnings;
    }

    /// The kinds that rules name in full: an asterisk names none.
    private static Set<Kind> kinds(JsonNode spec, KindRegistry.View served) {
        Set<Kind> kinds = new LinkedHashSet<>();
        for (JsonNode rule : spec.path("matchConstraints").path("resourceRules")) {
            for (JsonNode group : rule.path("apiGroups")) {
                for (JsonNode version : rule.path("apiVersions")) {
                    for (JsonNode plural : rule.path("resources")) {
                        Kind kind = served.find(group.asText(), version.asText(), plural.asText());
                        if (kind != null) {
                            kinds.add(kind);
                        }
                    }
                }
            }
        }
        return kinds;
    }

    private void check(Kind kind) {
        Scope request =
                Vocabulary.SCOPE.with("object", kind.schema()).with("oldObject", kind.schema());
        PolicyScope scope =
                PolicyScope.of(
                        spec,
                        request,
                        parameters,
                        (index, mistake) -> warn("variables", index, EXPRESSION, kind, mistake));
        if (scope.variables().size() < spec.path("variables").size()) {
            // what looks at the missing one would be told that there is none
            return;
        }
        int i = 0;
        for (JsonNode validation : spec.path("validations")) {
            check(validation, i, EXPRESSION, scope.expressions(), kind);
            check(validation, i, "messageExpression", scope.expressions(), kind);
            i++;
        }
    }

    private void check(JsonNode validation, int index, String field, Scope scope, Kind kind) {
        String source = validation.path(field).asText().strip();
        if (source.isEmpty()) {
            return;
        }
        try {
            Expression.compile(
                    source,
                    scope,
                    field.equals(EXPRESSION) ? Expression.Wanted.BOOL : Expression.Wanted.TEXT);
        } catch (CelSyntaxError mistake) {
            warn("validations", index, field, kind, mistake);
        }
    }

    private void warn(String list, int index, String field, Kind kind, CelSyntaxError mistake) {
        textByField.merge(
                "spec." + list + "[" + index + "]." + field,
                kind.group()
                        + "/"
                        + kind.version()
                        + ", Kind="
                        + kind.kind()
                        + ": "
                        + mistake.text(),
                (before, more) -> before + "\n" + more);
    }
}
