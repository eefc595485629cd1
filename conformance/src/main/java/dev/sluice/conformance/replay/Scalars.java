package dev.sluice.conformance.replay;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Values without parts, read from JSON.
final class Scalars {

    private Scalars() {}

    static Object read(String at, JsonNode node, Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            ReplayFault.unless(node.isBoolean(), at, node, "true or false");
            return node.booleanValue();
        }
        if (type == int.class || type == Integer.class) {
            ReplayFault.unless(
                    node.canConvertToInt() && node.isIntegralNumber(),
                    at,
                    node,
                    "an integer of 32 bits");
            return node.intValue();
        }
        if (type == long.class || type == Long.class) {
            ReplayFault.unless(
                    node.canConvertToLong() && node.isIntegralNumber(),
                    at,
                    node,
                    "an integer of 64 bits");
            return node.longValue();
        }
        if (type == double.class || type == Double.class) {
            return node.isNumber() ? node.doubleValue() : notFinite(at, node);
        }
        ReplayFault.unless(node.isTextual(), at, node, "a text");
        return text(at, node.textValue(), type);
    }

    private static double notFinite(String at, JsonNode node) {
        String text = node.asText();
        ReplayFault.unless(
                List.of("NaN", "Infinity", "-Infinity").contains(text), at, node, "a number");
        return Double.parseDouble(text);
    }

    private static Object text(String at, String text, Class<?> type) {
        try {
            if (type == Instant.class) {
                return Instant.parse(text);
            }
            if (type == Duration.class) {
                return Duration.parse(text);
            }
            if (type == BigDecimal.class) {
                return new BigDecimal(text);
            }
        } catch (DateTimeException | NumberFormatException e) {
            throw new ReplayFault(at + ": expected a " + type.getSimpleName() + ", got " + text);
        }
        if (type == String.class) {
            return text;
        }
        for (Object constant : List.of(type.getEnumConstants())) {
            if (((Enum<?>) constant).name().equals(text)) {
                return constant;
            }
        }
        throw new ReplayFault(
                at + ": expected one of " + List.of(type.getEnumConstants()) + ", got " + text);
    }
}
