package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.Cause;
import dev.sluice.apiserver.kind.KindRules;
import dev.sluice.apiserver.type.Conformer;
import dev.sluice.apiserver.type.Defaulter;
import dev.sluice.apiserver.type.TypeTable;
import java.util.List;

/// Rules of a built-in kind as far as its tables say them: shape, canonical form, plain defaults, traits. Kinds with more
/// to say extend it and override the hooks; a check hook writes its complaints down, the class does the rest.
public class TypedRules implements KindRules {
    private static final List<String> CREATE_ONLY = List.of("create");

    private final TypeTable table;
    private final String typeName;
    private final Traits traits;

    /// @param typeName qualified name in the table, such as `core.Pod`
    public TypedRules(TypeTable table, String typeName, Traits traits) {
        this.table = table;
        this.typeName = typeName;
        this.traits = traits;
    }

    @Override
    public final List<String> conform(ObjectNode object) {
        return Conformer.conform(table, typeName, object);
    }

    @Override
    public final void applyDefaults(ObjectNode object) {
        Defaulter.applyDefaults(table, typeName, object);
        fillIn(object);
    }

    /// Defaults that depend on other fields; those of the table are in already.
    protected void fillIn(ObjectNode object) {}

    /// Complaints about an object as it stands.
    void check(ObjectNode object, Complaints out) {}

    /// Complaints about what an update changes; [#check] has run before.
    void checkChange(ObjectNode object, ObjectNode old, Complaints out) {}

    @Override
    public void prepareForCreate(ObjectNode object) {
        if (table.fields(typeName).containsKey("status")) {
            object.putObject("status");
            Defaulter.applyDefaults(table, typeName, object);
        }
    }

    @Override
    public List<Cause> validateCreate(ObjectNode object) {
        Complaints out = new Complaints();
        check(object, out);
        return out.causes();
    }

    @Override
    public List<Cause> validateUpdate(ObjectNode object, ObjectNode old) {
        Complaints out = new Complaints();
        check(object, out);
        checkChange(object, old, out);
        return out.causes();
    }

    @Override
    public boolean hasGeneration() {
        return traits.has("generation");
    }

    @Override
    public List<String> verbs() {
        return traits.has("create-only") ? CREATE_ONLY : KindRules.super.verbs();
    }

    @Override
    public boolean createsOnUpdate() {
        return traits.has("create-on-update");
    }

    @Override
    public boolean updatesUnconditionally() {
        return !traits.has("conditional");
    }

    @Override
    public boolean orphansByDefault() {
        return traits.has("orphans");
    }

    @Override
    public boolean returnsDeleted() {
        return traits.has("returns-deleted");
    }

    @Override
    public NameRule nameRule() {
        return traits.nameRule();
    }
}
