package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one value may look like: the structural schema of a kind, or of a part of it (H4). Built-in kinds
/// and custom ones share this type; decoding, defaulting, pruning, validation, merging and OpenAPI read it.
///
/// @param type what the value is; [Type#ANY] when the schema does not say (preserve-unknown, int-or-string)
/// @param format `int32`, `int64`, `date-time`, `byte`, …; empty when none
/// @param properties fields of an object by name, in order of declaration
/// @param required names that must be present
/// @param items what the elements of an array look like
/// @param additionalProperties what the values of a map look like
/// @param list how lists merge; the keys matter for [ListType#MAP] only
/// @param listMapKeys fields that identify an element
/// @param atomicMap true when an object or map is replaced whole by an apply
/// @param patchStrategies `merge`, `replace`, `retainKeys` of a strategic merge patch
/// @param patchMergeKey the field by which a strategic merge patch finds elements
/// @param preserveUnknownFields true when fields that are not listed are kept
/// @param intOrString true for a value that may be an integer or a string
/// @param embeddedResource true when the value is a whole object with apiVersion, kind and metadata
/// @param nullable true when JSON null is a value of its own
/// @param defaultValue put in when the field is absent
/// @param constraints limits on the value
/// @param rules CEL rules of `x-kubernetes-validations`, in order
/// @param description what `kubectl explain` prints; empty when none
public record Schema(
        Type type,
        String format,
        Map<String, Schema> properties,
        Set<String> required,
        @Nullable Schema items,
        @Nullable Schema additionalProperties,
        ListType list,
        List<String> listMapKeys,
        boolean atomicMap,
        Set<String> patchStrategies,
        @Nullable String patchMergeKey,
        boolean preserveUnknownFields,
        boolean intOrString,
        boolean embeddedResource,
        boolean nullable,
        @Nullable JsonNode defaultValue,
        Constraints constraints,
        List<CelRule> rules,
        String description) {

    /// JSON types of OpenAPI v3.
    public enum Type {
        OBJECT,
        ARRAY,
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        ANY
    }

    /// How a list merges under server-side apply (H3).
    public enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /// The same schema with other properties.
    public Schema withProperties(Map<String, Schema> others) {
        return new Schema(
                type,
                format,
                others,
                required,
                items,
                additionalProperties,
                list,
                listMapKeys,
                atomicMap,
                patchStrategies,
                patchMergeKey,
                preserveUnknownFields,
                intOrString,
                embeddedResource,
                nullable,
                defaultValue,
                constraints,
                rules,
                description);
    }
}
