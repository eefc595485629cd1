package dev.sluice.apiserver.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// Puts the table's default values into absent fields, from the outside in (H2.70). What depends on other fields is left
/// to the kinds' own rules. Required numbers, booleans and parts that are absent become what they are by nature.
public final class Defaulter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Defaulter() {}

    /// @param typeName qualified name of the type, such as `core.PodSpec`
    public static void applyDefaults(TypeTable table, String typeName, ObjectNode object) {
        for (Field field : table.fields(typeName).values()) {
            JsonNode value = object.get(field.name());
            if (value == null && field.defaultValue() != null) {
                value = field.defaultValue().deepCopy();
                object.set(field.name(), value);
            } else if (value == null && field.required()) {
                value = zero(field.shape());
                if (value != null) {
                    object.set(field.name(), value);
                }
            }
            if (value != null) {
                inside(table, field.shape(), value);
            }
        }
    }

    /// What a required field is when nobody set it: numbers and booleans, and parts that have fields of their own.
    private static @Nullable JsonNode zero(Shape shape) {
        return switch (shape) {
            case Shape.Ref _ -> NODES.objectNode();
            case Shape.Scalar scalar ->
                    switch (scalar) {
                        case INT32, INT64, DOUBLE -> NODES.numberNode(0);
                        case BOOL -> NODES.booleanNode(false);
                        default -> null;
                    };
            case Shape.ListOf _, Shape.MapOf _ -> null;
        };
    }

    private static void inside(TypeTable table, Shape shape, JsonNode value) {
        switch (shape) {
            case Shape.Ref ref -> {
                if (value instanceof ObjectNode object) {
                    applyDefaults(table, ref.typeName(), object);
                }
            }
            case Shape.ListOf list -> {
                if (list.item() instanceof Shape.Ref) {
                    value.forEach(item -> inside(table, list.item(), item));
                }
            }
            case Shape.MapOf map -> {
                if (map.value() instanceof Shape.Ref) {
                    value.forEach(item -> inside(table, map.value(), item));
                }
            }
            case Shape.Scalar _ -> {}
        }
    }
}
