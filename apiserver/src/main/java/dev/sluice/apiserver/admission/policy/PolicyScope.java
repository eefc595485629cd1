package dev.sluice.apiserver.admission.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.admission.match.Vocabulary;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import dev.sluice.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The names that the expressions of a policy know: those of every request, the namespace, the parameters where the policy
/// has some, and the policy's own variables, each of which may look at those before it.
///
/// @param conditions what match conditions know: no variables
/// @param expressions what everything else knows
/// @param variables by name, in their order
public record PolicyScope(Scope conditions, Scope expressions, Map<String, Expression> variables) {
    static final String VARIABLES = "variables";
    static final String PARAMS = "params";
    static final String NAMESPACE = "namespaceObject";

    /// @param spec of a policy
    /// @param complain is told the index and the mistake of a variable that cannot be compiled
    public static PolicyScope of(JsonNode spec, BiConsumer<Integer, CelSyntaxError> complain) {
        return of(spec, Vocabulary.SCOPE, null, complain);
    }

    /// @param request the names of every request, with what is known of each
    /// @param parameters what is known of the parameters; null when nothing is
    static PolicyScope of(
            JsonNode spec,
            Scope request,
            @Nullable Schema parameters,
            BiConsumer<Integer, CelSyntaxError> complain) {
        Scope plain = request.with(NAMESPACE);
        if (spec.hasNonNull("paramKind")) {
            plain = parameters == null ? plain.with(PARAMS) : plain.with(PARAMS, parameters);
        }
        Map<String, Expression> variables = new LinkedHashMap<>();
        int i = 0;
        for (JsonNode variable : spec.path(VARIABLES)) {
            Scope known = plain.withResults(VARIABLES, variables);
            try {
                variables.put(
                        variable.path("name").asText(),
                        Expression.compile(
                                variable.path("expression").asText().strip(),
                                known,
                                Expression.Wanted.ANYTHING));
            } catch (CelSyntaxError mistake) {
                complain.accept(i, mistake);
            }
            i++;
        }
        return new PolicyScope(plain, plain.withResults(VARIABLES, variables), variables);
    }
}
