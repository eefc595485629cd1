package dev.sluice.apiserver.cel;

import dev.sluice.apiserver.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;

/// The names that an [Expression] may look at, and what is known of each.
public final class Scope {
    /// No names at all.
    public static final Scope EMPTY = new Scope(new LinkedHashMap<>());

    static final String OBJECT = "Object";
    static final String JSON_PATCH = "JSONPatch";

    private final LinkedHashMap<String, Type> types;

    private Scope(LinkedHashMap<String, Type> types) {
        this.types = types;
    }

    /// A name whose value may be anything.
    public Scope with(String name) {
        return with(name, Type.Simple.DYN);
    }

    /// A name whose value has a schema: unknown fields are errors.
    public Scope with(String name, Schema schema) {
        return with(name, Type.of(schema));
    }

    /// `authorizer`: answers what the user may do.
    public Scope withAuthorizer() {
        return with("authorizer", Access.AUTHORIZER);
    }

    /// A name whose fields are the values of other expressions.
    public Scope withResults(String name, Map<String, Expression> expressions) {
        Map<String, Type> fields = new LinkedHashMap<>();
        expressions.forEach((field, expression) -> fields.put(field, expression.type()));
        return with(name, new Type.ObjectType("kubernetes.variables", Type.Fields.of(fields)));
    }

    /// Object literals: `Object.spec{…}` and `JSONPatch{…}`.
    public Scope withObjects() {
        return with(OBJECT).with(JSON_PATCH);
    }

    private Scope with(String name, Type type) {
        LinkedHashMap<String, Type> more = new LinkedHashMap<>(types);
        more.put(name, type);
        return new Scope(more);
    }

    LinkedHashMap<String, Type> types() {
        return new LinkedHashMap<>(types);
    }
}
