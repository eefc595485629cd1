package dev.sluice.controllers.visibility;

import org.jspecify.annotations.Nullable;

/// Which part of a list is wanted (A13.3).
///
/// @param offset how many are passed over, at least 0
/// @param limit how many at most, 0 to 100,000
public record Page(long offset, long limit) {
    private static final long LIMIT_DEFAULT = 1_000;
    private static final long LIMIT_MAX = 100_000;

    /// The part that a query asks for.
    ///
    /// @throws IllegalArgumentException if a number is none; the message names the parameter
    public static Page of(@Nullable String offset, @Nullable String limit) {
        long wanted = number("limit", limit);
        long most = wanted == 0 ? LIMIT_DEFAULT : Math.clamp(wanted, 0, LIMIT_MAX);
        return new Page(Math.max(0, number("offset", offset)), most);
    }

    private static long number(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            return 0;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(
                    name + " is \"" + text + "\", expected a whole number", wrong);
        }
    }
}
