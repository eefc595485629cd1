package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;

/// What JSON values are called and how complaints print them.
final class JsonTypes {
    private JsonTypes() {}

    /// True for integers and for numbers like 3.0 (H4.12).
    static boolean isInteger(JsonNode value) {
        return value.isIntegralNumber()
                || (value.isNumber() && value.decimalValue().stripTrailingZeros().scale() <= 0);
    }

    /// The type's name in OpenAPI.
    static String name(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, POJO -> "object";
            case ARRAY -> "array";
            case STRING, BINARY -> "string";
            case NUMBER -> isInteger(value) ? "integer" : "number";
            case BOOLEAN -> "boolean";
            case NULL, MISSING -> "null";
        };
    }

    static String quote(String text) {
        return TextNode.valueOf(text).toString();
    }

    static String tooMany(int size, long max) {
        return "Too many: " + size + ": must have at most " + max + (max == 1 ? " item" : " items");
    }
}
