package dev.sluice.apiserver.protobuf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.type.ApiType;
import dev.sluice.apiserver.type.Field;
import dev.sluice.apiserver.type.Shape;
import dev.sluice.apiserver.type.TypeTable;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Decodes messages of the type table into JSON trees. Everything on the wire is taken over as it is, zero values too:
/// which of them mean nothing is for [dev.sluice.apiserver.type.Conformer] to say (H1.42). Fields that the table does
/// not know are skipped. Safe for many threads.
public final class ProtobufReader {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final TypeTable table;
    private final Map<String, Map<Integer, Field>> fieldsByType = new ConcurrentHashMap<>();

    public ProtobufReader(TypeTable table) {
        this.table = table;
    }

    /// @param typeName qualified name of the message's type, such as `core.Pod`
    /// @throws MalformedProtobuf when the bytes are no such message
    public ObjectNode read(byte[] message, String typeName) throws MalformedProtobuf {
        ObjectNode object = NODES.objectNode();
        message(new Wire(message, 0, message.length), table.type(typeName), object);
        return object;
    }

    private void message(Wire wire, ApiType type, ObjectNode into) throws MalformedProtobuf {
        Map<Integer, Field> fields = fields(type);
        while (wire.hasMore()) {
            long tag = wire.varint();
            int wireType = (int) (tag & 7);
            Field field = fields.get((int) (tag >>> 3));
            if (field == null) {
                wire.skip(wireType);
            } else if (field.inline() && field.shape() instanceof Shape.Ref ref) {
                message(wire.nested(), table.type(ref.typeName()), into);
            } else {
                field(wire, wireType, field, into);
            }
        }
    }

    private Map<Integer, Field> fields(ApiType type) {
        return fieldsByType.computeIfAbsent(
                type.qualifiedName(),
                _ -> {
                    Map<Integer, Field> fields = new HashMap<>();
                    type.fields().forEach(field -> fields.put(field.number(), field));
                    return fields;
                });
    }

    private void field(Wire wire, int wireType, Field field, ObjectNode into)
            throws MalformedProtobuf {
        switch (field.shape()) {
            case Shape.MapOf map ->
                    entry(wire.nested(), map.value(), into.withObject("/" + field.name()));
            case Shape.ListOf list -> {
                ArrayNode items =
                        into.get(field.name()) instanceof ArrayNode array
                                ? array
                                : into.putArray(field.name());
                item(wire, wireType, list.item(), items);
            }
            case Shape.Scalar scalar -> put(into, field.name(), scalar(wire, wireType, scalar));
            case Shape.Ref ref -> {
                ObjectNode child =
                        into.get(field.name()) instanceof ObjectNode known
                                ? known
                                : into.putObject(field.name());
                message(wire.nested(), table.type(ref.typeName()), child);
            }
        }
    }

    private void item(Wire wire, int wireType, Shape item, ArrayNode items)
            throws MalformedProtobuf {
        boolean number = item == Shape.Scalar.INT32 || item == Shape.Scalar.INT64;
        if (number && wireType == Wire.BYTES) {
            Wire packed = wire.nested();
            while (packed.hasMore()) {
                items.add(integer(packed.varint()));
            }
            return;
        }
        JsonNode value = value(wire, wireType, item);
        items.add(value == null ? NODES.nullNode() : value);
    }

    /// One entry of a map: key 1, value 2.
    private void entry(Wire wire, Shape value, ObjectNode into) throws MalformedProtobuf {
        String key = "";
        JsonNode found = null;
        while (wire.hasMore()) {
            long tag = wire.varint();
            int wireType = (int) (tag & 7);
            switch ((int) (tag >>> 3)) {
                case 1 -> key = wire.nested().text();
                case 2 -> found = mapValue(wire, wireType, value);
                default -> wire.skip(wireType);
            }
        }
        into.set(key, found == null ? empty(value) : found);
    }

    /// A list as the value of a map is a message of its own, with the items in field 1.
    private @Nullable JsonNode mapValue(Wire wire, int wireType, Shape value)
            throws MalformedProtobuf {
        if (!(value instanceof Shape.ListOf list)) {
            return value(wire, wireType, value);
        }
        ArrayNode items = NODES.arrayNode();
        Wire nested = wire.nested();
        while (nested.hasMore()) {
            long tag = nested.varint();
            item(nested, (int) (tag & 7), list.item(), items);
        }
        return items;
    }

    private static JsonNode empty(Shape value) {
        return switch (value) {
            case Shape.Ref _, Shape.MapOf _ -> NODES.objectNode();
            case Shape.ListOf _ -> NODES.arrayNode();
            case Shape.Scalar scalar ->
                    scalar == Shape.Scalar.STRING || scalar == Shape.Scalar.BYTES
                            ? NODES.textNode("")
                            : NODES.nullNode();
        };
    }

    private @Nullable JsonNode value(Wire wire, int wireType, Shape shape)
            throws MalformedProtobuf {
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(wire, wireType, scalar);
            case Shape.Ref ref -> {
                ObjectNode child = NODES.objectNode();
                message(wire.nested(), table.type(ref.typeName()), child);
                yield child;
            }
            case Shape.ListOf _, Shape.MapOf _ ->
                    throw new MalformedProtobuf("a list inside a list");
        };
    }

    private @Nullable JsonNode scalar(Wire wire, int wireType, Shape.Scalar scalar)
            throws MalformedProtobuf {
        return switch (scalar) {
            case STRING -> NODES.textNode(expect(wire, wireType).text());
            case BYTES -> NODES.textNode(SpecialMessages.base64(expect(wire, wireType).rest()));
            case INT32, INT64 -> integer(number(wire, wireType));
            case BOOL -> NODES.booleanNode(number(wire, wireType) != 0);
            case DOUBLE -> NODES.numberNode(Double.longBitsToDouble(wire.fixed64()));
            case TIME -> SpecialMessages.time(expect(wire, wireType), false);
            case MICRO_TIME -> SpecialMessages.time(expect(wire, wireType), true);
            case QUANTITY -> SpecialMessages.quantity(expect(wire, wireType));
            case INT_OR_STRING -> SpecialMessages.intOrString(expect(wire, wireType));
            case JSON, RAW, FIELDS_V1 -> SpecialMessages.json(expect(wire, wireType));
            case SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY ->
                    schemaOr(expect(wire, wireType), scalar);
        };
    }

    /// The alternatives that a JSON schema has in a few places: a schema in one field, something else in another.
    private @Nullable JsonNode schemaOr(Wire wire, Shape.Scalar scalar) throws MalformedProtobuf {
        JsonNode found = null;
        int schemaField = scalar == Shape.Scalar.SCHEMA_OR_BOOL ? 2 : 1;
        ArrayNode list = NODES.arrayNode();
        while (wire.hasMore()) {
            long tag = wire.varint();
            int field = (int) (tag >>> 3);
            if (field == schemaField) {
                ObjectNode schema = NODES.objectNode();
                message(wire.nested(), table.type("apiextensions.JSONSchemaProps"), schema);
                found = schema;
            } else if (scalar == Shape.Scalar.SCHEMA_OR_BOOL) {
                boolean allowed = wire.varint() != 0;
                found = found == null ? NODES.booleanNode(allowed) : found;
            } else if (scalar == Shape.Scalar.SCHEMA_OR_STRING_ARRAY) {
                list.add(wire.nested().text());
            } else {
                ObjectNode schema = NODES.objectNode();
                message(wire.nested(), table.type("apiextensions.JSONSchemaProps"), schema);
                list.add(schema);
            }
        }
        return list.isEmpty() ? found : list;
    }

    private static long number(Wire wire, int wireType) throws MalformedProtobuf {
        if (wireType != Wire.VARINT) {
            throw new MalformedProtobuf("proto: wrong wireType = " + wireType);
        }
        return wire.varint();
    }

    private static Wire expect(Wire wire, int wireType) throws MalformedProtobuf {
        if (wireType != Wire.BYTES) {
            throw new MalformedProtobuf("proto: wrong wireType = " + wireType);
        }
        return wire.nested();
    }

    private static void put(ObjectNode into, String name, @Nullable JsonNode value) {
        if (value != null) {
            into.set(name, value);
        }
    }

    /// As a JSON parser makes numbers, so that trees from both are equal.
    static JsonNode integer(long value) {
        return value == (int) value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }
}
