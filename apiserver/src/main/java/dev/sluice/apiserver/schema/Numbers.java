package dev.sluice.apiserver.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/// Limits on numbers (H4.11, H4.12).
final class Numbers {
    private Numbers() {}

    static void check(JsonNode value, Schema schema, String path, Checked found) {
        Constraints limits = schema.constraints();
        if (limits != Constraints.NONE) {
            checkLimits(value, limits, path, found);
        }
        if (schema.type() == Schema.Type.INTEGER) {
            checkRange(value, schema.format(), path, found);
        }
    }

    private static void checkLimits(
            JsonNode value, Constraints limits, String path, Checked found) {
        BigDecimal number = value.decimalValue();
        BigDecimal factor = limits.multipleOf();
        if (factor != null) {
            checkMultiple(value, number, factor, path, found);
        }
        BigDecimal max = limits.maximum();
        if (max != null) {
            int order = number.compareTo(max);
            if (order > 0 || (order == 0 && limits.exclusiveMaximum())) {
                String bound = limits.exclusiveMaximum() ? "less than " : "less than or equal to ";
                found.invalid(path, print(value), should(path) + bound + print(max));
            }
        }
        BigDecimal min = limits.minimum();
        if (min != null) {
            int order = number.compareTo(min);
            if (order < 0 || (order == 0 && limits.exclusiveMinimum())) {
                String bound =
                        limits.exclusiveMinimum() ? "greater than " : "greater than or equal to ";
                found.invalid(path, print(value), should(path) + bound + print(min));
            }
        }
    }

    /// Recorded: an integer is compared with the whole part of the factor, and a factor below 1 is then none.
    private static void checkMultiple(
            JsonNode value, BigDecimal number, BigDecimal factor, String path, Checked found) {
        if (value.isIntegralNumber() && factor.compareTo(BigDecimal.ONE) < 0) {
            found.invalid(
                    path,
                    print(value),
                    "factor MultipleOf declared for "
                            + path
                            + " must be positive: "
                            + print(value));
        } else if (number.remainder(factor).signum() != 0) {
            found.invalid(path, print(value), should(path) + "a multiple of " + print(factor));
        }
    }

    private static void checkRange(JsonNode value, String format, String path, Checked found) {
        boolean isInteger = JsonTypes.isInteger(value);
        String named =
                switch (format) {
                    case "int32", "int64", "uint32", "uint64" -> "with format " + format;
                    default -> "(default format)";
                };
        if (!isInteger || !fits(value.decimalValue(), format)) {
            found.invalidSomewhere(
                    "Checked value must be of type integer " + named + " in " + path);
        }
    }

    private static boolean fits(BigDecimal value, String format) {
        return switch (format) {
            case "int32" -> isWithin(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case "uint32" -> isWithin(value, 0, 0xFFFF_FFFFL);
            case "uint64" -> value.signum() >= 0 && value.toBigInteger().bitLength() <= 64;
            default -> isWithin(value, Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    private static boolean isWithin(BigDecimal value, long min, long max) {
        return value.compareTo(BigDecimal.valueOf(min)) >= 0
                && value.compareTo(BigDecimal.valueOf(max)) <= 0;
    }

    private static String should(String path) {
        return path + " in body should be ";
    }

    private static String print(JsonNode value) {
        return print(value.decimalValue());
    }

    private static String print(BigDecimal value) {
        BigDecimal plain = value.stripTrailingZeros();
        return plain.scale() < 0 ? plain.setScale(0).toPlainString() : plain.toPlainString();
    }
}
