package dev.sluice.apiserver.cel;

import dev.sluice.apiserver.schema.Schema;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What an expression can be known to give before it is evaluated.
sealed interface Type {
    /// Types without parts.
    enum Simple implements Type {
        /// Anything; checked when evaluated.
        DYN,
        NULL,
        BOOL,
        INT,
        UINT,
        DOUBLE,
        STRING,
        BYTES,
        TIMESTAMP,
        DURATION,
        TYPE;

        @Override
        public String text() {
            return switch (this) {
                case TIMESTAMP -> "google.protobuf.Timestamp";
                case DURATION -> "google.protobuf.Duration";
                default -> name().toLowerCase(Locale.ROOT);
            };
        }
    }

    /// `list(element)`
    record ListType(Type element) implements Type {
        @Override
        public String text() {
            return "list(" + element.text() + ")";
        }
    }

    /// `map(key, value)`
    record MapType(Type key, Type value) implements Type {
        @Override
        public String text() {
            return "map(" + key.text() + ", " + value.text() + ")";
        }
    }

    /// `optional_type(value)`
    record OptionalType(Type value) implements Type {
        @Override
        public String text() {
            return "optional_type(" + value.text() + ")";
        }
    }

    /// A type that only functions look into, such as `kubernetes.Quantity`.
    record Opaque(String text) implements Type {}

    /// An object with named fields; unknown ones are errors.
    record ObjectType(String text, Fields fields) implements Type {}

    /// How the type is called in messages.
    String text();

    /// The fields of an object type. They come into being when asked for: a rule looks at a few of hundreds.
    final class Fields {
        private final Map<String, Schema> schemas;
        private final Map<String, Type> known = new ConcurrentHashMap<>();

        Fields(Map<String, Schema> schemas) {
            this.schemas = schemas;
        }

        /// Fields whose types are known already.
        static Fields of(Map<String, Type> types) {
            Fields fields = new Fields(Map.of());
            fields.known.putAll(types);
            return fields;
        }

        /// @param name as rules write it
        /// @return null when there is no such field
        @Nullable Type get(String name) {
            Type type = known.get(name);
            if (type == null) {
                Schema schema = schemas.get(name);
                if (schema == null && name.contains("__")) {
                    schema = byEscapedName(name);
                }
                if (schema == null) {
                    return null;
                }
                type = Type.of(schema);
                known.put(name, type);
            }
            return type;
        }

        private @Nullable Schema byEscapedName(String name) {
            for (var field : schemas.entrySet()) {
                if (name.equals(Words.escape(field.getKey()))) {
                    return field.getValue();
                }
            }
            return null;
        }
    }

    /// The type of the values of a schema.
    static Type of(Schema schema) {
        if (schema.intOrString() || schema.nullable()) {
            return Simple.DYN;
        }
        return switch (schema.type()) {
            case ANY -> Simple.DYN;
            case BOOLEAN -> Simple.BOOL;
            case INTEGER -> Simple.INT;
            case NUMBER -> Simple.DOUBLE;
            case STRING -> ofText(schema.format());
            case ARRAY -> new ListType(schema.items() == null ? Simple.DYN : of(schema.items()));
            case OBJECT -> ofObject(schema);
        };
    }

    private static Type ofText(String format) {
        return switch (format) {
            case "byte" -> Simple.BYTES;
            case "date", "date-time" -> Simple.TIMESTAMP;
            case "duration" -> Simple.DURATION;
            default -> Simple.STRING;
        };
    }

    private static Type ofObject(Schema schema) {
        Schema values = schema.additionalProperties();
        if (values != null) {
            return new MapType(Simple.STRING, of(values));
        }
        if (schema.preserveUnknownFields() && schema.properties().isEmpty()) {
            return Simple.DYN;
        }
        return new ObjectType("object", new Fields(schema.properties()));
    }

    /// Whether a value of one type can be one of the other, as far as is known.
    static boolean compatible(Type a, Type b) {
        if (a == Simple.DYN || b == Simple.DYN || a.equals(b)) {
            return true;
        }
        return switch (a) {
            case ListType(Type element) ->
                    b instanceof ListType(Type other) && compatible(element, other);
            case MapType(Type key, Type value) ->
                    b instanceof MapType(Type otherKey, Type otherValue)
                            && compatible(key, otherKey)
                            && compatible(value, otherValue);
            case OptionalType(Type value) ->
                    b instanceof OptionalType(Type other) && compatible(value, other);
            case ObjectType _ -> b instanceof ObjectType || b == Simple.NULL;
            case Opaque _ -> b == Simple.NULL;
            case Simple simple ->
                    simple == Simple.NULL && (b instanceof ObjectType || b instanceof Opaque);
        };
    }

    /// What two branches have in common.
    static Type join(Type a, Type b) {
        return a.equals(b) ? a : a == Simple.NULL ? b : b == Simple.NULL ? a : Simple.DYN;
    }
}
