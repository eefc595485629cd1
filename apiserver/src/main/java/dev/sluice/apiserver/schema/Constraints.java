package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Limits that a schema puts on a value; null or empty means no limit.
///
/// @param pattern a regular expression that must match somewhere in the string
/// @param oneOfEnum the only values allowed, in order of declaration
/// @param allOf,anyOf,oneOf,not value validations as the CRD has them (no structure inside)
public record Constraints(
        @Nullable BigDecimal minimum,
        @Nullable BigDecimal maximum,
        boolean exclusiveMinimum,
        boolean exclusiveMaximum,
        @Nullable BigDecimal multipleOf,
        @Nullable Long minLength,
        @Nullable Long maxLength,
        @Nullable Long minItems,
        @Nullable Long maxItems,
        boolean uniqueItems,
        @Nullable Long minProperties,
        @Nullable Long maxProperties,
        @Nullable String pattern,
        List<JsonNode> oneOfEnum,
        List<JsonNode> allOf,
        List<JsonNode> anyOf,
        List<JsonNode> oneOf,
        @Nullable JsonNode not) {

    /// No limit at all.
    public static final Constraints NONE =
            new Constraints(
                    null, null, false, false, null, null, null, null, null, false, null, null, null,
                    List.of(), List.of(), List.of(), List.of(), null);
}
