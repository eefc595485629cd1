package dev.sluice.apiserver.type;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.schema.Constraints;
import dev.sluice.apiserver.schema.Schema;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes [Schema]s of the table's types. A type that contains itself gives a schema that contains itself, so walk values,
/// never schemas alone. Safe for many threads: a type is published when it is whole.
public final class TypeSchemas {
    private static final Schema STRING = scalar(Schema.Type.STRING, "");

    private final TypeTable table;
    private final Map<String, Schema> byTypeName = new HashMap<>();

    public TypeSchemas(TypeTable table) {
        this.table = table;
    }

    /// The schema of a whole object: the type's fields with `apiVersion` and `kind` before them. It is worked out when
    /// somebody first looks inside.
    public Schema ofKind(String typeName) {
        return object(new LazyMap<>(() -> propertiesOfKind(typeName)), Set.of(), false);
    }

    private Map<String, Schema> propertiesOfKind(String typeName) {
        Map<String, Schema> properties = new LinkedHashMap<>();
        properties.put("apiVersion", STRING);
        properties.put("kind", STRING);
        properties.putAll(ofType(typeName).properties());
        return properties;
    }

    /// The schema of a part.
    public synchronized Schema ofType(String typeName) {
        Schema known = byTypeName.get(typeName);
        if (known != null) {
            return known;
        }
        ApiType type = table.type(typeName);
        Map<String, Schema> properties = new LinkedHashMap<>();
        Set<String> required = new LinkedHashSet<>();
        Collection<Field> fields = table.fields(typeName).values();
        for (Field field : fields) {
            if (field.required()) {
                required.add(field.name());
            }
        }
        Schema schema = object(Collections.unmodifiableMap(properties), required, type.atomic());
        byTypeName.put(typeName, schema);
        for (Field field : fields) {
            properties.put(field.name(), of(field));
        }
        return schema;
    }

    private Schema of(Field field) {
        Schema base = of(field.shape());
        Schema.ListType list =
                field.set()
                        ? Schema.ListType.SET
                        : field.mapKeys().isEmpty() ? Schema.ListType.ATOMIC : Schema.ListType.MAP;
        return new Schema(
                base.type(),
                base.format(),
                base.properties(),
                base.required(),
                base.items(),
                base.additionalProperties(),
                list,
                field.mapKeys(),
                base.atomicMap() || field.atomic(),
                field.patchStrategies(),
                field.patchMergeKey(),
                base.preserveUnknownFields(),
                base.intOrString(),
                base.embeddedResource(),
                false,
                field.defaultValue(),
                Constraints.NONE,
                List.of(),
                "");
    }

    private Schema of(Shape shape) {
        return switch (shape) {
            case Shape.Scalar scalar -> of(scalar);
            case Shape.Ref ref -> ofType(ref.typeName());
            case Shape.ListOf list -> container(Schema.Type.ARRAY, of(list.item()), null);
            case Shape.MapOf map -> container(Schema.Type.OBJECT, null, of(map.value()));
        };
    }

    private static Schema of(Shape.Scalar scalar) {
        return switch (scalar) {
            case STRING -> STRING;
            case INT32 -> scalar(Schema.Type.INTEGER, "int32");
            case INT64 -> scalar(Schema.Type.INTEGER, "int64");
            case BOOL -> scalar(Schema.Type.BOOLEAN, "");
            case DOUBLE -> scalar(Schema.Type.NUMBER, "double");
            case BYTES -> scalar(Schema.Type.STRING, "byte");
            case TIME -> scalar(Schema.Type.STRING, "date-time");
            case MICRO_TIME -> scalar(Schema.Type.STRING, "micro-time");
            case QUANTITY -> scalar(Schema.Type.STRING, "quantity");
            case INT_OR_STRING -> any(true);
            case JSON, SCHEMA_OR_ARRAY, SCHEMA_OR_BOOL, SCHEMA_OR_STRING_ARRAY -> any(false);
            case RAW, FIELDS_V1 -> any(false);
        };
    }

    private static Schema scalar(Schema.Type type, String format) {
        return make(type, format, Map.of(), Set.of(), null, null, false, false, false);
    }

    private static Schema any(boolean intOrString) {
        return make(
                Schema.Type.ANY,
                "",
                Map.of(),
                Set.of(),
                null,
                null,
                !intOrString,
                !intOrString,
                intOrString);
    }

    private static Schema object(
            Map<String, Schema> properties, Set<String> required, boolean atomic) {
        return make(Schema.Type.OBJECT, "", properties, required, null, null, atomic, false, false);
    }

    private static Schema container(
            Schema.Type type, @Nullable Schema items, @Nullable Schema values) {
        return make(type, "", Map.of(), Set.of(), items, values, false, false, false);
    }

    private static Schema make(
            Schema.Type type,
            String format,
            Map<String, Schema> properties,
            Set<String> required,
            @Nullable Schema items,
            @Nullable Schema values,
            boolean atomic,
            boolean preserveUnknown,
            boolean intOrString) {
        @Nullable JsonNode noDefault = null;
        return new Schema(
                type,
                format,
                properties,
                required,
                items,
                values,
                Schema.ListType.ATOMIC,
                List.of(),
                atomic,
                Set.of(),
                null,
                preserveUnknown,
                intOrString,
                false,
                false,
                noDefault,
                Constraints.NONE,
                List.of(),
                "");
    }
}
