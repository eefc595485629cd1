package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Rules of PriorityClasses (H2.65).
public final class PriorityClassRules extends TypedRules {
    private static final long USER_VALUE_MAX = 1_000_000_000;
    private static final Map<String, Long> SYSTEM_VALUES =
            Map.of(
                    "system-node-critical",
                    2_000_001_000L,
                    "system-cluster-critical",
                    2_000_000_000L);
    private static final List<String> POLICIES = List.of("Never", "PreemptLowerPriority");

    public PriorityClassRules(TypeTable table, Traits traits) {
        super(table, "scheduling.PriorityClass", traits);
    }

    @Override
    public boolean raisesGeneration() {
        return false;
    }

    @Override
    void check(ObjectNode object, Complaints out) {
        String name = Json.text(object.path("metadata"), "name");
        long value = Json.number(object, "value", 0);
        if (name.startsWith("system-")) {
            if (!Objects.equals(SYSTEM_VALUES.get(name), value)) {
                out.forbidden(
                        Path.of("metadata", "name"),
                        "priority class names with 'system-' prefix are reserved for system use only. error: "
                                + name
                                + " is not a known system priority class");
            }
        } else if (value > USER_VALUE_MAX) {
            out.forbidden(
                    Path.of("value"),
                    "maximum allowed value of a user defined priority is " + USER_VALUE_MAX);
        }
        String policy = Json.text(object, "preemptionPolicy");
        if (!POLICIES.contains(policy)) {
            out.unsupported(Path.of("preemptionPolicy"), policy, POLICIES);
        }
    }

    @Override
    void checkChange(ObjectNode object, ObjectNode old, Complaints out) {
        for (String field : List.of("value", "preemptionPolicy")) {
            if (!Objects.equals(object.get(field), old.get(field))) {
                out.forbidden(Path.of(field), "may not be changed in an update.");
            }
        }
    }
}
