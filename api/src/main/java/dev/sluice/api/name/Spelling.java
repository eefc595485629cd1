package dev.sluice.api.name;

import java.util.Locale;
import java.util.Optional;

/// Finds the name that a misspelt one probably stands for.
public final class Spelling {
    private static final int EDITS_MAX = 2;

    private Spelling() {}

    /// The first of the known names with the fewest letters to add, drop, change or swap with the next one, at most two of
    /// them and fewer than half of the name. Capitals do not count.
    public static Optional<String> nearest(String name, Iterable<String> known) {
        String nearest = null;
        int fewest = Math.min(EDITS_MAX, (name.length() - 1) / 2) + 1;
        for (String one : known) {
            int edits = edits(name.toLowerCase(Locale.ROOT), one.toLowerCase(Locale.ROOT));
            if (edits < fewest) {
                fewest = edits;
                nearest = one;
            }
        }
        return Optional.ofNullable(nearest);
    }

    private static int edits(String one, String other) {
        int[][] rows = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, one, other, i, j);
            }
        }
        return rows[one.length()][other.length()];
    }

    private static int step(int[][] rows, String one, String other, int i, int j) {
        boolean same = one.charAt(i - 1) == other.charAt(j - 1);
        int change = rows[i - 1][j - 1] + (same ? 0 : 1);
        int fewest = Math.min(change, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && one.charAt(i - 1) == other.charAt(j - 2)
                        && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(fewest, rows[i - 2][j - 2] + 1) : fewest;
    }
}
