package dev.sluice.apiserver.admission.match;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.cel.Budget;
import dev.sluice.apiserver.cel.CelFailure;
import dev.sluice.apiserver.cel.CelSyntaxError;
import dev.sluice.apiserver.cel.Expression;
import dev.sluice.apiserver.cel.Scope;
import java.util.ArrayList;
import java.util.List;

/// The `matchConditions` of a webhook or policy: expressions that must all be true (H2.82).
public final class MatchConditions {
    private static final long COST_MAX = 2_500_000;

    private final List<Condition> conditions;

    private MatchConditions(List<Condition> conditions) {
        this.conditions = conditions;
    }

    private record Condition(String name, Expression expression) {}

    /// What the conditions say of a request.
    public sealed interface Verdict {
        /// All are true.
        record Holds() implements Verdict {}

        /// One is false.
        record Fails() implements Verdict {}

        /// None is false, but some have no value.
        record Broken(String why) implements Verdict {}
    }

    /// @param list accepted by the rules of its kind
    /// @throws CelSyntaxError when an expression is none
    public static MatchConditions of(JsonNode list, Scope scope) throws CelSyntaxError {
        List<Condition> conditions = new ArrayList<>();
        for (JsonNode condition : list) {
            conditions.add(
                    new Condition(
                            condition.path("name").asText(),
                            Expression.compile(
                                    condition.path("expression").asText(),
                                    scope,
                                    Expression.Wanted.BOOL)));
        }
        return new MatchConditions(List.copyOf(conditions));
    }

    /// Whether there is nothing to ask.
    public boolean isEmpty() {
        return conditions.isEmpty();
    }

    /// One false condition decides, whatever is wrong with the others.
    public Verdict ask(Expression.Values values) {
        Budget budget = new Budget(COST_MAX);
        List<String> failures = new ArrayList<>();
        for (Condition condition : conditions) {
            try {
                if (!Boolean.TRUE.equals(condition.expression().eval(values, budget))) {
                    return new Verdict.Fails();
                }
            } catch (CelFailure failure) {
                failures.add(
                        "expression '"
                                + condition.name()
                                + "' resulted in error: "
                                + failure.text());
            }
        }
        return failures.isEmpty()
                ? new Verdict.Holds()
                : new Verdict.Broken(String.join(", ", failures));
    }
}
