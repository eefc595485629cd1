package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Rules of PodDisruptionBudgets (H8.61).
public final class DisruptionBudgetRules extends TypedRules {
    private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
    private static final List<String> POLICIES = List.of("AlwaysAllow", "IfHealthyBudget");

    public DisruptionBudgetRules(TypeTable table, Traits traits) {
        super(table, "policy.PodDisruptionBudget", traits);
    }

    @Override
    void check(ObjectNode budget, Complaints out) {
        Path path = Path.of("spec");
        ObjectNode spec = Json.object(budget, "spec");
        if (spec.has("minAvailable") && spec.has("maxUnavailable")) {
            out.invalid(
                    path,
                    InternalForm.of(TypeTable.BUILT_IN, "policy.PodDisruptionBudgetSpec", spec),
                    "minAvailable and maxUnavailable cannot be both set");
        }
        for (String field : List.of("minAvailable", "maxUnavailable")) {
            amount(spec.get(field), path.child(field), out);
        }
        LabelCheck.selector(spec.path("selector"), path.child("selector"), out);
        String policy = Json.text(spec, "unhealthyPodEvictionPolicy");
        if (!policy.isEmpty() && !POLICIES.contains(policy)) {
            out.unsupported(path.child("unhealthyPodEvictionPolicy"), policy, POLICIES);
        }
    }

    private static void amount(@Nullable JsonNode amount, Path path, Complaints out) {
        if (amount == null) {
            return;
        }
        if (amount.isTextual()) {
            String text = amount.asText();
            if (!PERCENT.matcher(text).matches()) {
                out.invalid(
                        path,
                        text,
                        "a valid percent string must be a numeric string followed by an ending '%'");
            } else if (Integer.parseInt(text.substring(0, text.length() - 1)) > 100) {
                out.invalid(path, text, "must not be greater than 100%");
            }
        } else if (amount.asInt() < 0) {
            out.invalid(path, amount, "must be greater than or equal to 0");
        }
    }
}
