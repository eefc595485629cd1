package dev.sluice.conformance.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Records as JSON, by their components.
///
/// One of several kinds of a sealed interface is an object with the kind's name as its only field. Sets are sorted lists,
/// maps are objects sorted by key, and maps whose order means something are lists of pairs; so equal values have equal
/// texts. What is null is left out. Times, durations, decimals and numbers that are none (`NaN`) are texts.
final class RecordCodec {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private RecordCodec() {}

    /// The value as JSON.
    ///
    /// @param type what it was declared as
    static JsonNode write(Object value, Type type) {
        return switch (value) {
            case String text -> JSON.textNode(text);
            case Boolean bool -> JSON.booleanNode(bool);
            case Integer number -> JSON.numberNode(number.intValue());
            case Long number -> JSON.numberNode(number.longValue());
            case Double number ->
                    Double.isFinite(number)
                            ? JSON.numberNode(number.doubleValue())
                            : JSON.textNode(number.toString());
            case Instant time -> JSON.textNode(time.toString());
            case Duration duration -> JSON.textNode(duration.toString());
            case BigDecimal decimal -> JSON.textNode(decimal.toString());
            case Enum<?> constant -> JSON.textNode(constant.name());
            case Map<?, ?> map -> writeMap(map, type);
            case Set<?> set -> writeAll(set, type, true);
            case List<?> list -> writeAll(list, type, false);
            case Record record -> {
                ObjectNode written = writeRecord(record);
                yield raw(type).isInterface()
                        ? JSON.objectNode().set(record.getClass().getSimpleName(), written)
                        : written;
            }
            default -> throw new IllegalStateException("no form for " + value.getClass());
        };
    }

    private static ObjectNode writeRecord(Record record) {
        ObjectNode written = JSON.objectNode();
        for (Shape.Part part : Shape.of(record.getClass()).parts()) {
            Object value = part.of(record);
            if (value != null) {
                written.set(part.name(), write(value, part.type()));
            }
        }
        return written;
    }

    private static ArrayNode writeAll(Collection<?> values, Type type, boolean sorted) {
        List<JsonNode> nodes = new ArrayList<>();
        values.forEach(value -> nodes.add(write(value, argument(type, 0))));
        if (sorted) {
            nodes.sort(Comparator.comparing(JsonNode::toString));
        }
        return JSON.arrayNode().addAll(nodes);
    }

    private static JsonNode writeMap(Map<?, ?> map, Type type) {
        Type values = argument(type, 1);
        if (SequencedMap.class.isAssignableFrom(raw(type))) {
            ArrayNode pairs = JSON.arrayNode();
            map.forEach(
                    (key, value) -> pairs.addArray().add((String) key).add(write(value, values)));
            return pairs;
        }
        Map<String, JsonNode> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put((String) key, write(value, values)));
        return JSON.objectNode().setAll(sorted);
    }

    /// The value that was written.
    ///
    /// @throws ReplayFault if it is not the JSON of such a value
    static <T> T read(JsonNode node, Class<T> type) {
        return type.cast(read(type.getSimpleName(), node, type));
    }

    private static Object read(String at, JsonNode node, Type type) {
        Class<?> raw = raw(type);
        if (raw.isRecord()) {
            return readRecord(at, node, raw);
        }
        if (raw.isSealed()) {
            return readKind(at, node, raw);
        }
        if (raw == List.class || raw == Set.class) {
            List<Object> values = readAll(at, node, argument(type, 0));
            return raw == List.class ? values : new LinkedHashSet<>(values);
        }
        if (raw == Map.class || raw == SequencedMap.class) {
            return readMap(at, node, type, raw == SequencedMap.class);
        }
        return Scalars.read(at, node, raw);
    }

    private static Object readRecord(String at, JsonNode node, Class<?> raw) {
        ReplayFault.unless(node.isObject(), at, node, "an object");
        Shape shape = Shape.of(raw);
        @Nullable Object[] values = new @Nullable Object[shape.parts().size()];
        int known = 0;
        for (int i = 0; i < values.length; i++) {
            Shape.Part part = shape.parts().get(i);
            JsonNode value = node.get(part.name());
            if (value != null) {
                known++;
                values[i] = read(at + "." + part.name(), value, part.type());
            } else if (!part.nullable()) {
                throw new ReplayFault(at + "." + part.name() + ": expected a value, got none");
            }
        }
        if (known < node.size()) {
            throw new ReplayFault(at + ": expected only " + shape.names() + ", got " + names(node));
        }
        return shape.create(at, values);
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Object readKind(String at, JsonNode node, Class<?> sealed) {
        ReplayFault.unless(node.size() == 1 && node.isObject(), at, node, "one kind of " + at);
        Map.Entry<String, JsonNode> only = node.properties().iterator().next();
        for (Class<?> kind : sealed.getPermittedSubclasses()) {
            if (kind.getSimpleName().equals(only.getKey())) {
                return read(at + "." + only.getKey(), only.getValue(), kind);
            }
        }
        throw new ReplayFault(at + ": there is no kind \"" + only.getKey() + "\"");
    }

    private static List<Object> readAll(String at, JsonNode node, Type type) {
        ReplayFault.unless(node.isArray(), at, node, "a list");
        List<Object> values = new ArrayList<>();
        for (JsonNode value : node) {
            values.add(read(at + "[" + values.size() + "]", value, type));
        }
        return values;
    }

    private static Map<String, Object> readMap(
            String at, JsonNode node, Type type, boolean ordered) {
        Map<String, Object> map = new LinkedHashMap<>();
        Type values = argument(type, 1);
        if (!ordered) {
            ReplayFault.unless(node.isObject(), at, node, "an object");
            node.properties()
                    .forEach(
                            entry ->
                                    map.put(
                                            entry.getKey(),
                                            read(
                                                    at + "." + entry.getKey(),
                                                    entry.getValue(),
                                                    values)));
            return map;
        }
        ReplayFault.unless(node.isArray(), at, node, "a list of pairs");
        for (JsonNode pair : node) {
            ReplayFault.unless(
                    pair.size() == 2 && pair.path(0).isTextual(), at, pair, "a name and a value");
            String key = pair.path(0).textValue();
            map.put(key, read(at + "." + key, pair.path(1), values));
        }
        return map;
    }

    private static Class<?> raw(Type type) {
        return type instanceof ParameterizedType generic
                ? (Class<?>) generic.getRawType()
                : (Class<?>) type;
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }
}
