package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.schema.Schema;

/// The object before it was created, against which a create counts as a change. A built-in kind is never quite empty:
/// the parts that its schema requires or defaults to `{}` are always there, and so are its required lists, as nothing; therefore
/// nobody becomes owner of `spec` itself by creating a Pod, but does by creating a custom object.
final class Blank {
    /// A default of the kind's own code, unlike the others: a create makes it appear.
    private static final String DEFAULTED = "securityContext";

    private Blank() {}

    /// Only apiVersion and kind.
    static ObjectNode identity(Kind kind) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.kind());
    }

    static ObjectNode of(Kind kind) {
        ObjectNode blank = identity(kind);
        if (kind.builtIn()) {
            fill(blank, kind.schema());
        }
        return blank;
    }

    private static void fill(ObjectNode blank, Schema schema) {
        schema.properties()
                .forEach(
                        (name, property) -> {
                            boolean always =
                                    property.defaultValue() != null
                                            && property.defaultValue().isObject()
                                            && !name.equals(DEFAULTED);
                            boolean part =
                                    schema.required().contains(name)
                                            && !property.properties().isEmpty();
                            if (always || part || name.equals("metadata")) {
                                fill(blank.putObject(name), property);
                            } else if (property.type() == Schema.Type.ARRAY
                                    && schema.required().contains(name)) {
                                blank.putNull(name);
                            }
                        });
    }
}
