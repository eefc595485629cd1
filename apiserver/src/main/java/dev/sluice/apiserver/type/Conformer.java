package dev.sluice.apiserver.type;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.BodyMismatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Brings a JSON tree into the form in which a built-in type is kept: unknown fields go and are reported, null and zero
/// values become absent where zero means nothing, quantities and times get their canonical text (H8.62, H8.63).
public final class Conformer {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final TypeTable table;
    private final List<String> unknown = new ArrayList<>();

    /// The fields on the way to the value that is looked at, without elements and keys.
    private final List<String> way = new ArrayList<>();

    /// The same with elements, which are numbers, and keys: a path is put together only when somebody asks for it.
    private final List<Object> place = new ArrayList<>();

    /// Texts that are no value of their kind: looking goes on after one, so that all of them are said at once.
    private final List<Misfit> misfits = new ArrayList<>();

    /// @param message as the decoder words it, without field and value
    /// @param place field, value and what was expected
    private record Misfit(String message, String place) {}

    private Conformer(TypeTable table) {
        this.table = table;
    }

    /// Changes `object` in place.
    ///
    /// @param typeName qualified name of the type, such as `core.Pod`
    /// @return paths of the fields that were dropped
    /// @throws BodyMismatch when a value has the wrong type
    public static List<String> conform(TypeTable table, String typeName, ObjectNode object) {
        ApiType type = table.type(typeName);
        Conformer conformer = new Conformer(table);
        try {
            conformer.object(object, type, true);
        } catch (BodyMismatch later) {
            if (conformer.misfits.isEmpty()) {
                throw later;
            }
        }
        conformer.refuseMisfits();
        return conformer.unknown;
    }

    /// The first is the answer, and all of them stand beside it, together with the fields that are unknown.
    private void refuseMisfits() {
        if (!misfits.isEmpty()) {
            List<String> places = new ArrayList<>();
            misfits.forEach(misfit -> places.add(misfit.place()));
            unknown.forEach(path -> places.add("unknown field \"" + path + "\""));
            throw new BodyMismatch(misfits.getFirst().message(), places);
        }
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (Object step : place) {
            if (step instanceof Integer) {
                path.append('[').append(step).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step);
            }
        }
        return path.toString();
    }

    private JsonNode misfit(JsonNode value, String message, String expected) {
        misfits.add(new Misfit(message, path() + ": " + value + " is no " + expected));
        return value;
    }

    private void object(ObjectNode object, ApiType type, boolean top) {
        Map<String, Field> fields = table.fields(type.qualifiedName());
        Iterator<Map.Entry<String, JsonNode>> entries = object.properties().iterator();
        while (entries.hasNext()) {
            var entry = entries.next();
            String name = entry.getKey();
            if (top && (name.equals("apiVersion") || name.equals("kind"))) {
                continue;
            }
            Field field = fields.get(name);
            place.add(name);
            if (field == null) {
                unknown.add(path());
                place.removeLast();
                entries.remove();
                continue;
            }
            way.add(name);
            JsonNode value = value(field.shape(), entry.getValue(), type);
            way.removeLast();
            place.removeLast();
            if (value == null || meansAbsent(field, value)) {
                entries.remove();
            } else if (value != entry.getValue()) {
                entry.setValue(value);
            }
        }
    }

    private static boolean meansAbsent(Field field, JsonNode value) {
        if (field.required() && !value.isContainerNode()) {
            return false;
        }
        return switch (field.shape()) {
            case Shape.ListOf _, Shape.MapOf _ -> value.isEmpty() && !field.required();
            case Shape.Ref _ -> false;
            case Shape.Scalar scalar ->
                    !field.pointer()
                            && switch (scalar) {
                                case STRING -> value.isTextual() && value.textValue().isEmpty();
                                case INT32, INT64, DOUBLE ->
                                        value.isNumber() && value.asDouble() == 0;
                                case BOOL -> value.isBoolean() && !value.booleanValue();
                                default -> false;
                            };
        };
    }

    private @Nullable JsonNode value(Shape shape, JsonNode value, ApiType owner) {
        if (value.isNull()) {
            return null;
        }
        return switch (shape) {
            case Shape.Scalar scalar -> scalar(scalar, value, owner);
            case Shape.Ref ref -> {
                if (!(value instanceof ObjectNode object)) {
                    throw mismatch(value, owner, goType(shape));
                }
                object(object, table.type(ref.typeName()), false);
                yield object;
            }
            case Shape.ListOf list -> {
                if (!(value instanceof ArrayNode array)) {
                    throw mismatch(value, owner, goType(shape));
                }
                list(array, list.item(), owner);
                yield array;
            }
            case Shape.MapOf map -> {
                if (!(value instanceof ObjectNode object)) {
                    throw mismatch(value, owner, goType(shape));
                }
                map(object, map.value(), owner);
                yield object;
            }
        };
    }

    private void list(ArrayNode array, Shape item, ApiType owner) {
        for (int i = 0; i < array.size(); i++) {
            JsonNode old = array.get(i);
            place.add(i);
            JsonNode value = value(item, old, owner);
            place.removeLast();
            if (value == null) {
                value = item instanceof Shape.Ref ? NODES.objectNode() : NODES.textNode("");
            }
            if (value != old) {
                array.set(i, value);
            }
        }
    }

    private void map(ObjectNode object, Shape item, ApiType owner) {
        for (var entry : object.properties()) {
            JsonNode old = entry.getValue();
            place.add(entry.getKey());
            JsonNode value = value(item, old, owner);
            place.removeLast();
            if (value == null) {
                value =
                        item == Shape.Scalar.QUANTITY
                                ? NODES.textNode("0")
                                : item == Shape.Scalar.STRING || item == Shape.Scalar.BYTES
                                        ? NODES.textNode("")
                                        : NODES.objectNode();
            }
            if (value != old) {
                entry.setValue(value);
            }
        }
    }

    private @Nullable JsonNode scalar(Shape.Scalar scalar, JsonNode value, ApiType owner) {
        return switch (scalar) {
            case STRING -> expect(value.isTextual(), value, owner, scalar);
            case BYTES -> bytes(expect(value.isTextual(), value, owner, scalar));
            case INT32 ->
                    expect(fits(value, Integer.MIN_VALUE, Integer.MAX_VALUE), value, owner, scalar);
            case INT64 ->
                    expect(
                            value.isIntegralNumber() && value.canConvertToLong(),
                            value,
                            owner,
                            scalar);
            case DOUBLE -> expect(value.isNumber(), value, owner, scalar);
            case BOOL -> expect(value.isBoolean(), value, owner, scalar);
            case QUANTITY -> quantity(value, owner);
            case TIME -> time(value, owner, false);
            case MICRO_TIME -> time(value, owner, true);
            case INT_OR_STRING ->
                    expect(
                            value.isTextual() || fits(value, Integer.MIN_VALUE, Integer.MAX_VALUE),
                            value,
                            owner,
                            scalar);
            case RAW, FIELDS_V1 -> value;
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> value;
        };
    }

    private static boolean fits(JsonNode value, long least, long greatest) {
        return value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= least
                && value.longValue() <= greatest;
    }

    private JsonNode expect(boolean holds, JsonNode value, ApiType owner, Shape.Scalar scalar) {
        if (!holds) {
            throw mismatch(value, owner, goType(scalar));
        }
        return value;
    }

    private JsonNode bytes(JsonNode value) {
        String text = value.textValue();
        int at = Base64Check.firstWrong(text);
        if (at >= 0) {
            return misfit(value, "illegal base64 data at input byte " + at, "base64 text");
        }
        return value;
    }

    private JsonNode quantity(JsonNode value, ApiType owner) {
        if (!value.isTextual() && !value.isNumber()) {
            throw mismatch(value, owner, "resource.Quantity");
        }
        String text = value.asText().trim();
        if (!Quantity.isQuantity(text)) {
            return misfit(value, Quantity.SYNTAX, Quantity.EXPECTED);
        }
        String canonical = Quantity.parse(text).toString();
        return value.isTextual() && canonical.equals(value.textValue())
                ? value
                : NODES.textNode(canonical);
    }

    private JsonNode time(JsonNode value, ApiType owner, boolean micro) {
        if (!value.isTextual()) {
            throw mismatch(value, owner, "string");
        }
        String text = value.textValue();
        if (Times.isCanonical(text, micro)) {
            return value;
        }
        Instant instant = micro ? Times.parseMicro(text) : Times.parse(text);
        if (instant == null) {
            String layout =
                    micro ? "2006-01-02T15:04:05.000000Z07:00" : "2006-01-02T15:04:05Z07:00";
            return misfit(
                    value,
                    "parsing time \"" + text + "\" as \"" + layout + "\": cannot parse it",
                    "time; expected one like 2030-01-31T12:00:00" + (micro ? ".000000Z" : "Z"));
        }
        String canonical = micro ? Times.micros(instant) : Times.seconds(instant);
        return canonical.equals(text) ? value : NODES.textNode(canonical);
    }

    private BodyMismatch mismatch(JsonNode value, ApiType owner, String wanted) {
        String found =
                switch (value.getNodeType()) {
                    case ARRAY -> "array";
                    case BOOLEAN -> "bool";
                    case NUMBER -> wanted.startsWith("int") ? "number " + value.asText() : "number";
                    case OBJECT, POJO -> "object";
                    case STRING -> "string";
                    case BINARY, MISSING, NULL -> "null";
                };
        return new BodyMismatch(
                "json: cannot unmarshal "
                        + found
                        + " into Go struct field "
                        + owner.name()
                        + "."
                        + String.join(".", way)
                        + " of type "
                        + wanted);
    }

    private String goType(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar ->
                    switch (scalar) {
                        case INT32 -> "int32";
                        case INT64 -> "int64";
                        case BOOL -> "bool";
                        case DOUBLE -> "float64";
                        case BYTES -> "[]uint8";
                        case INT_OR_STRING -> "intstr.IntOrString";
                        default -> "string";
                    };
            case Shape.Ref ref -> "v1." + table.type(ref.typeName()).name();
            case Shape.ListOf list -> "[]" + goType(list.item());
            case Shape.MapOf map -> "map[string]" + goType(map.value());
        };
    }
}
