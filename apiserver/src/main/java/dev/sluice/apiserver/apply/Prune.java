package dev.sluice.apiserver.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Removes from a merged object what its author applied before, does not apply now, and nobody else owns (H3.22).
///
/// A place is claimed by a set when it is a member, or when it is a declared field and something below it is in the set.
/// A place that the former set claims and no owner claims now goes away with everything in it, also what nobody owns,
/// such as defaults. Anything else stays, and the same question is asked below it.
final class Prune {
    private Prune() {}

    /// @param object changed in place
    /// @param former what the author applied last time
    /// @param owned what anybody owns now, the author included
    static void from(ObjectNode object, @Nullable Schema schema, FieldSet former, FieldSet owned) {
        if (!former.isEmpty()) {
            fields(object, schema, former, owned);
        }
    }

    private static void fields(
            ObjectNode map, @Nullable Schema schema, FieldSet former, FieldSet owned) {
        List<String> gone = new ArrayList<>();
        for (var field : map.properties()) {
            String name = field.getKey();
            FieldSet was = former.below(Steps.field(name));
            if (was.isEmpty()) {
                continue;
            }
            FieldSet is = owned.below(Steps.field(name));
            boolean declared = Shape.isDeclared(schema, name);
            if (claims(was, declared) && !claims(is, declared)) {
                gone.add(name);
            } else if (was.hasDescendants()) {
                Schema below = Shape.below(schema, name);
                map.set(name, value(field.getValue(), below, was, is));
            }
        }
        map.remove(gone);
    }

    private static boolean claims(FieldSet set, boolean declared) {
        return set.isMember() || (declared && set.hasDescendants());
    }

    private static JsonNode value(
            JsonNode value, @Nullable Schema schema, FieldSet former, FieldSet owned) {
        return switch (Shape.of(schema, value)) {
            case WHOLE -> value;
            case FIELDS -> {
                if (value instanceof ObjectNode map) {
                    fields(map, schema, former, owned);
                }
                yield value;
            }
            case KEYED, SET -> elements(value, Objects.requireNonNull(schema), former, owned);
        };
    }

    private static JsonNode elements(
            JsonNode list, Schema schema, FieldSet former, FieldSet owned) {
        Shape shape = Shape.of(schema, list);
        ArrayNode kept = JsonNodeFactory.instance.arrayNode();
        for (JsonNode element : list) {
            String step = shape.step(schema, element);
            FieldSet was = step == null ? FieldSet.EMPTY : former.below(step);
            FieldSet is = step == null ? FieldSet.EMPTY : owned.below(step);
            if (was.isMember() && !is.isMember()) {
                continue;
            }
            kept.add(was.hasDescendants() ? value(element, schema.items(), was, is) : element);
        }
        return kept;
    }
}
