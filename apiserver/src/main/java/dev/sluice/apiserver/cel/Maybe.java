package dev.sluice.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// A value of type `optional_type`.
///
/// @param value null when there is none
record Maybe(@Nullable Object value) {
    static final Maybe NONE = new Maybe(null);

    Object orElse(Object other) {
        return value == null ? other : value;
    }

    /// @throws CelFailure when there is none
    Object get() {
        if (value == null) {
            throw new CelFailure("optional.none() dereference");
        }
        return value;
    }
}
