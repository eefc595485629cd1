package dev.sluice.apiserver.cel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.schema.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON as CEL sees it: converted where an expression looks, by the schema where there is one.
final class JsonValues {
    private JsonValues() {}

    /// @param schema null where nothing is declared
    static Object of(JsonNode node, @Nullable Schema schema) {
        return switch (node.getNodeType()) {
            case OBJECT -> new JsonMap((ObjectNode) node, schema);
            case ARRAY -> new JsonList((ArrayNode) node, schema);
            case STRING -> text(node.textValue(), schema);
            case NUMBER -> number(node, schema);
            case BOOLEAN -> node.booleanValue();
            case NULL, MISSING, BINARY, POJO -> Null.NULL;
        };
    }

    private static Object number(JsonNode node, @Nullable Schema schema) {
        boolean isDouble = schema != null && schema.type() == Schema.Type.NUMBER;
        if (!isDouble && node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        boolean isWhole =
                schema != null
                        && schema.type() == Schema.Type.INTEGER
                        && node.doubleValue() == Math.rint(node.doubleValue());
        return isWhole ? (Object) (long) node.doubleValue() : (Object) node.doubleValue();
    }

    private static Object text(String text, @Nullable Schema schema) {
        if (schema == null || schema.format().isEmpty()) {
            return text;
        }
        try {
            return switch (schema.format()) {
                case "date-time" -> OffsetDateTime.parse(text).toInstant();
                case "date" -> LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
                case "duration" -> Times.duration(text);
                case "byte" -> new Bytes(Base64.getDecoder().decode(text));
                default -> text;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            return text;
        }
    }

    /// An object or map.
    record JsonMap(ObjectNode node, @Nullable Schema schema) implements MapValue {
        @Override
        public int size() {
            return node.size();
        }

        @Override
        public @Nullable Object get(Object key) {
            if (!(key instanceof String name)) {
                return null;
            }
            JsonNode value = node.get(name);
            String field = name;
            if (value == null && name.contains("__")) {
                field = unescaped(name);
                value = node.get(field);
            }
            return value == null ? null : of(value, below(field));
        }

        private String unescaped(String name) {
            for (var field : node.properties()) {
                if (name.equals(Words.escape(field.getKey()))) {
                    return field.getKey();
                }
            }
            return name;
        }

        private @Nullable Schema below(String field) {
            if (schema == null) {
                return null;
            }
            Schema property = schema.properties().get(field);
            return property == null ? schema.additionalProperties() : property;
        }

        @Override
        public List<Object> keys() {
            List<Object> keys = new ArrayList<>(node.size());
            node.properties().forEach(field -> keys.add(field.getKey()));
            return keys;
        }
    }

    /// A list; one that is a set or a map of elements is equal to another in any order (H4.21).
    record JsonList(ArrayNode node, @Nullable Schema schema) implements ListValue {
        @Override
        public int size() {
            return node.size();
        }

        @Override
        public Object get(int index) {
            return of(node.get(index), schema == null ? null : schema.items());
        }

        boolean isUnordered() {
            return schema != null && schema.list() != Schema.ListType.ATOMIC;
        }

        List<String> keys() {
            return schema != null && schema.list() == Schema.ListType.MAP
                    ? schema.listMapKeys()
                    : List.of();
        }
    }

    /// A timestamp's text.
    static String text(Instant instant) {
        return instant.toString();
    }
}
