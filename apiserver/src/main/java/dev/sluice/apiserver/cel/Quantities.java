package dev.sluice.apiserver.cel;

import dev.sluice.apiserver.type.Quantity;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// Functions of Kubernetes quantities, `500m`, `2Gi`.
final class Quantities {
    private Quantities() {}

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "quantity" -> a -> parse(Texts.text(a, 0));
            case "isQuantity" -> a -> Quantity.isQuantity(Texts.text(a, 0));
            case "isInteger" -> a -> of(a[0]).isWhole() && fitsLong(of(a[0]).value());
            case "asInteger" -> a -> asInteger(of(a[0]));
            case "asApproximateFloat" -> a -> of(a[0]).value().doubleValue();
            case "sign" -> a -> (long) of(a[0]).signum();
            case "add" -> a -> plus(of(a[0]), operand(a[1]));
            case "sub" -> a -> plus(of(a[0]), operand(a[1]).negate());
            default -> null;
        };
    }

    private static Quantity parse(String text) {
        if (!Quantity.isQuantity(text)) {
            throw new CelFailure(
                    "quantities must match the regular expression"
                            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
        }
        return Quantity.parse(text);
    }

    static Quantity of(Object value) {
        if (value instanceof Quantity quantity) {
            return quantity;
        }
        throw CelFailure.noSuchOverload();
    }

    private static BigDecimal operand(Object value) {
        return value instanceof Long number ? BigDecimal.valueOf(number) : of(value).value();
    }

    private static Quantity plus(Quantity quantity, BigDecimal other) {
        return new Quantity(quantity.value().add(other), quantity.notation());
    }

    private static boolean fitsLong(BigDecimal value) {
        return value.toBigInteger().bitLength() < 64;
    }

    private static Object asInteger(Quantity quantity) {
        if (!quantity.isWhole() || !fitsLong(quantity.value())) {
            throw new CelFailure("cannot convert value to integer");
        }
        return quantity.value().longValue();
    }
}
