package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.Field;
import dev.sluice.apiserver.type.Shape;
import dev.sluice.apiserver.type.TypeTable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Whole parts of an object as complaints show them: every field with a capital, in the order of its type, with null or zero
/// where nothing is given. Types that all kinds share, such as selectors, stay as they are.
final class InternalForm {
    private static final String SHARED = "meta.";

    private InternalForm() {}

    /// @param type qualified name in the table, such as `batch.SuccessPolicy`
    static JsonNode of(TypeTable table, String type, JsonNode value) {
        ObjectNode form = Json.NODES.objectNode();
        for (Field field : table.fields(type).values()) {
            String name =
                    field.name().substring(0, 1).toUpperCase(Locale.ROOT)
                            + field.name().substring(1);
            form.set(name, of(table, field, value.get(field.name())));
        }
        return form;
    }

    private static JsonNode of(TypeTable table, Field field, @Nullable JsonNode value) {
        if (value == null) {
            return absent(field);
        }
        return of(table, field.shape(), value);
    }

    private static JsonNode of(TypeTable table, Shape shape, JsonNode value) {
        return switch (shape) {
            case Shape.Ref ref ->
                    ref.typeName().startsWith(SHARED) ? value : of(table, ref.typeName(), value);
            case Shape.ListOf list -> {
                var items = Json.NODES.arrayNode();
                value.forEach(item -> items.add(of(table, list.item(), item)));
                yield items;
            }
            case Shape.MapOf _ -> Json.sorted(value);
            case Shape.Scalar _ -> value;
        };
    }

    private static JsonNode absent(Field field) {
        if (field.pointer() || !(field.shape() instanceof Shape.Scalar scalar)) {
            return Json.NODES.nullNode();
        }
        return switch (scalar) {
            case STRING -> Json.NODES.textNode("");
            case INT32, INT64, DOUBLE -> Json.NODES.numberNode(0);
            case BOOL -> Json.NODES.booleanNode(false);
            default -> Json.NODES.nullNode();
        };
    }
}
