package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Rules of nodes (H8.60). A node may be created with a status: the kubelet does.
public final class NodeRules extends TypedRules {
    private static final List<String> EFFECTS =
            List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    public NodeRules(TypeTable table, Traits traits) {
        super(table, "core.Node", traits);
    }

    @Override
    protected void fillIn(ObjectNode node) {
        ObjectNode status = Json.child(node, "status");
        if (!status.has("allocatable") && status.has("capacity")) {
            status.set("allocatable", status.get("capacity").deepCopy());
        }
    }

    @Override
    public void prepareForCreate(ObjectNode node) {}

    @Override
    void check(ObjectNode node, Complaints out) {
        Set<String> pairs = new HashSet<>();
        int i = 0;
        for (JsonNode taint : node.path("spec").path("taints")) {
            Path path = Path.of("metadata", "taints").index(i++);
            String key = Json.text(taint, "key");
            String effect = Json.text(taint, "effect");
            out.invalid(path.child("key"), key, Names.qualified(key));
            String value = Json.text(taint, "value");
            out.invalid(path.child("value"), value, Names.labelValue(value));
            if (effect.isEmpty()) {
                out.required(path.child("effect"), "");
            } else if (!EFFECTS.contains(effect)) {
                out.unsupported(path.child("effect"), effect, EFFECTS);
            }
            if (!pairs.add(key + " " + effect)) {
                out.duplicate(path, taint);
            }
        }
        ResourceCheck.amounts(
                node.path("status").path("capacity"), Path.of("status", "capacity"), out);
    }

    /// The peer complains twice about a taint in an update: once as a node, once as a change.
    @Override
    void checkChange(ObjectNode node, ObjectNode old, Complaints out) {
        check(node, out);
    }

    @Override
    public List<Cause> validateStatusUpdate(ObjectNode node, ObjectNode old) {
        return validateCreate(node);
    }
}
