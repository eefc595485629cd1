package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.crd.DefinitionRules;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.type.TypeTable;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/// Rules of CustomResourceDefinitions (H4.10, H4.50–H4.52); what they must look like is said in
/// [dev.sluice.apiserver.crd.DefinitionRules].
public final class DefinitionKindRules extends TypedRules {
    private final DefinitionRules definitions = new DefinitionRules();

    private final InstantSource clock;

    /// @param clock for the times of conditions
    public DefinitionKindRules(TypeTable table, Traits traits, InstantSource clock) {
        super(table, "apiextensions.CustomResourceDefinition", traits);
        this.clock = clock;
    }

    @Override
    protected void fillIn(ObjectNode definition) {
        definitions.applyDefaults(definition);
    }

    @Override
    public void prepareForCreate(ObjectNode definition) {
        definitions.prepareForCreate(definition);
    }

    @Override
    public void prepareForUpdate(ObjectNode definition, ObjectNode old) {
        definitions.prepareForUpdate(definition, old);
    }

    @Override
    public void prepareForDelete(ObjectNode definition) {
        definitions.prepareForDelete(definition, clock.instant());
    }

    @Override
    public List<Cause> validateCreate(ObjectNode definition) {
        return definitions.validateCreate(definition);
    }

    @Override
    public List<Cause> validateUpdate(ObjectNode definition, ObjectNode old) {
        return definitions.validateUpdate(definition, old);
    }

    @Override
    public List<Cause> validateStatusUpdate(ObjectNode definition, ObjectNode old) {
        List<Cause> causes = new ArrayList<>(super.validateStatusUpdate(definition, old));
        definitions.checkStatus(definition, causes);
        return causes;
    }
}
