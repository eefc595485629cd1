package dev.sluice.apiserver.rules;

import com.fasterxml.jackson.databind.JsonNode;

/// Checks of whole numbers.
final class Numbers {
    private Numbers() {}

    /// Complains about a negative number; an absent one is fine.
    static void notNegative(JsonNode parent, String name, Path path, Complaints out) {
        Long number = Json.number(parent, name);
        if (number != null && number < 0) {
            out.invalid(path.child(name), number, "must be greater than or equal to 0");
        }
    }

    /// Complains about zero and less; an absent number is fine.
    static void positive(JsonNode parent, String name, Path path, Complaints out) {
        Long number = Json.number(parent, name);
        if (number != null && number <= 0) {
            out.invalid(path.child(name), number, "must be greater than 0");
        }
    }

    static void between(
            JsonNode parent, String name, long least, long greatest, Path path, Complaints out) {
        Long number = Json.number(parent, name);
        if (number != null && (number < least || number > greatest)) {
            out.invalid(path.child(name), number, range(least, greatest));
        }
    }

    static String range(long least, long greatest) {
        return "must be between " + least + " and " + greatest + ", inclusive";
    }
}
