package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of RoleBindings and ClusterRoleBindings (H7.6).
public final class RoleBindingRules extends TypedRules {
    private static final String GROUP = "rbac.authorization.k8s.io";

    private final boolean cluster;

    public RoleBindingRules(TypeTable table, String typeName, Traits traits) {
        super(table, typeName, traits);
        this.cluster = typeName.equals("rbac.ClusterRoleBinding");
    }

    @Override
    protected void fillIn(ObjectNode binding) {
        for (JsonNode subject : binding.path("subjects")) {
            boolean grouped =
                    switch (subject.path("kind").asText()) {
                        case "User", "Group" -> true;
                        default -> false;
                    };
            if (grouped && subject instanceof ObjectNode object && !object.has("apiGroup")) {
                object.put("apiGroup", GROUP);
            }
        }
    }

    @Override
    void check(ObjectNode binding, Complaints out) {
        JsonNode role = binding.path("roleRef");
        Path path = Path.of("roleRef");
        String group = role.path("apiGroup").asText();
        if (!group.equals(GROUP)) {
            out.unsupported(path.child("apiGroup"), group, List.of(GROUP));
        }
        List<String> kinds = cluster ? List.of("ClusterRole") : List.of("ClusterRole", "Role");
        String kind = role.path("kind").asText();
        if (!kinds.contains(kind)) {
            out.unsupported(path.child("kind"), kind, kinds);
        }
        if (role.path("name").asText().isEmpty()) {
            out.required(path.child("name"), "");
        }
        int i = 0;
        for (JsonNode subject : binding.path("subjects")) {
            subject(subject, Path.of("subjects").index(i++), out);
        }
    }

    private void subject(JsonNode subject, Path path, Complaints out) {
        String name = subject.path("name").asText();
        if (name.isEmpty()) {
            out.required(path.child("name"), "");
        }
        String group = subject.path("apiGroup").asText();
        switch (subject.path("kind").asText()) {
            case "ServiceAccount" -> {
                if (!group.isEmpty()) {
                    out.unsupported(path.child("apiGroup"), group, List.of(""));
                }
                if (cluster && subject.path("namespace").asText().isEmpty()) {
                    out.required(path.child("namespace"), "");
                }
            }
            case "User", "Group" -> {
                if (!group.equals(GROUP)) {
                    out.unsupported(path.child("apiGroup"), group, List.of(GROUP));
                }
            }
            default ->
                    out.unsupported(
                            path.child("kind"),
                            subject.path("kind").asText(),
                            List.of("Group", "ServiceAccount", "User"));
        }
    }

    @Override
    void checkChange(ObjectNode binding, ObjectNode old, Complaints out) {
        if (!binding.path("roleRef").equals(old.path("roleRef"))) {
            out.invalid(Path.of("roleRef"), binding.path("roleRef"), "cannot change roleRef");
        }
    }
}
