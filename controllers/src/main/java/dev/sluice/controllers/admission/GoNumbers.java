package dev.sluice.controllers.admission;

import org.jspecify.annotations.Nullable;

/// Whole numbers in annotations, and what API messages say about texts that are none.
final class GoNumbers {
    private GoNumbers() {}

    /// The number, or null when the text is none.
    static @Nullable Integer integer(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    static String complaint(String text) {
        boolean digits = text.matches("[+-]?[0-9]+");
        return "strconv.Atoi: parsing \"%s\": %s"
                .formatted(text, digits ? "value out of range" : "invalid syntax");
    }
}
