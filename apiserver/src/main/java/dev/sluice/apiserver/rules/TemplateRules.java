package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.TypeTable;

/// Rules of PodTemplates.
public final class TemplateRules extends TypedRules {
    public TemplateRules(TypeTable table, Traits traits) {
        super(table, "core.PodTemplate", traits);
    }

    @Override
    protected void fillIn(ObjectNode object) {
        PodSpecDefaults.template(object.path("template"));
    }

    @Override
    void check(ObjectNode object, Complaints out) {
        PodSpecCheck.template(object.path("template"), Path.of("template"), out);
    }
}
