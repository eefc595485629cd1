package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of namespaces (H2.51).
public final class NamespaceRules extends TypedRules {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final List<String> EVERY_VERB_BUT_COLLECTION =
            List.of("create", "delete", "get", "list", "patch", "update", "watch");

    public NamespaceRules(TypeTable table, Traits traits) {
        super(table, "core.Namespace", traits);
    }

    @Override
    protected void fillIn(ObjectNode namespace) {
        ObjectNode metadata = Json.child(namespace, "metadata");
        String name = Json.text(metadata, "name");
        if (!name.isEmpty()) {
            Json.child(metadata, "labels").put(NAME_LABEL, name);
        }
    }

    @Override
    public void prepareForCreate(ObjectNode namespace) {
        fillIn(namespace);
        namespace.putObject("status").put("phase", "Active");
        var finalizers = Json.child(namespace, "spec").putArray("finalizers");
        finalizers.add("kubernetes");
    }

    /// What holds a namespace is changed by its `finalize` subresource only.
    @Override
    public void prepareForUpdate(ObjectNode namespace, ObjectNode old) {
        Json.copy(old, namespace, "status");
        Json.copy(Json.object(old, "spec"), Json.child(namespace, "spec"), "finalizers");
    }

    @Override
    public List<String> verbs() {
        return EVERY_VERB_BUT_COLLECTION;
    }
}
