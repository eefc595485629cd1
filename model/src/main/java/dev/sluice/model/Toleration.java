package dev.sluice.model;

import org.jspecify.annotations.Nullable;

/// A toleration: which taints a pod puts up with.
///
/// @param key empty means every key, and then the operator is `EXISTS`
/// @param value compared with the taint's value under `EQUAL`, `LT` and `GT`
/// @param effect null means every effect
/// @param secondsTolerated how long a `NoExecute` taint is tolerated; null means for ever. Not part of the matching.
public record Toleration(
        String key,
        Operator operator,
        String value,
        Taint.@Nullable Effect effect,
        @Nullable Long secondsTolerated) {

    /// How key and value are compared.
    public enum Operator {
        EQUAL,
        EXISTS,
        /// The taint's value is a number smaller than the toleration's.
        LT,
        /// The taint's value is a number greater than the toleration's.
        GT
    }

    /// A toleration of one key with one value, for every effect.
    public static Toleration equal(String key, String value) {
        return new Toleration(key, Operator.EQUAL, value, null, null);
    }

    /// A toleration of one key with any value, for every effect.
    public static Toleration exists(String key) {
        return new Toleration(key, Operator.EXISTS, "", null, null);
    }

    /// Whether this toleration covers the taint.
    public boolean tolerates(Taint taint) {
        if (effect != null && effect != taint.effect()) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case EXISTS -> true;
            case EQUAL -> !key.isEmpty() && value.equals(taint.value());
            case LT -> compare(taint) < 0;
            case GT -> compare(taint) > 0;
        };
    }

    /// Sign of (taint's value - toleration's value); 0, which satisfies neither operator, if one is no integer.
    private int compare(Taint taint) {
        try {
            return Long.compare(Long.parseLong(taint.value()), Long.parseLong(value));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
