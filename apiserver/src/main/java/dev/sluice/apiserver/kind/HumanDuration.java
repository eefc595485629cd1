package dev.sluice.apiserver.kind;

import java.time.Duration;

/// Ages as Tables show them: two units at most, coarser the longer it was (H1.51).
public final class HumanDuration {
    private HumanDuration() {}

    /// @param duration negative when the clock of who wrote the time is ahead
    public static String of(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        long minutes = duration.toMinutes();
        if (minutes < 10) {
            return two(minutes, "m", seconds % 60, "s");
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        long hours = duration.toHours();
        if (hours < 8) {
            return two(hours, "h", minutes % 60, "m");
        }
        if (hours < 48) {
            return hours + "h";
        }
        long days = hours / 24;
        if (days < 8) {
            return two(days, "d", hours % 24, "h");
        }
        if (days < 2 * 365) {
            return days + "d";
        }
        if (days < 8 * 365) {
            return two(days / 365, "y", days % 365, "d");
        }
        return days / 365 + "y";
    }

    private static String two(long big, String bigUnit, long small, String smallUnit) {
        return small == 0 ? big + bigUnit : big + bigUnit + small + smallUnit;
    }
}
