package dev.sluice.apiserver.table;

import dev.sluice.apiserver.type.Times;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Spans of time as tables print them (H1.51): short, and the rougher the longer.
public final class Ages {
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private Ages() {}

    /// How long ago a time was, such as `5m30s`; `<unknown>` for an absent time, `<invalid>` for one that is none.
    public static String since(@Nullable String time, Instant now) {
        if (time == null || time.isEmpty()) {
            return "<unknown>";
        }
        Instant then = Times.parse(time);
        return then == null ? "<invalid>" : of(Duration.between(then, now));
    }

    public static String of(Duration span) {
        long seconds = span.toMillis() / 1000;
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 2 * MINUTE) {
            return seconds + "s";
        }
        if (seconds < 10 * MINUTE) {
            return two(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return two(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return two(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        return seconds < 8 * YEAR ? two(seconds, YEAR, "y", DAY, "d") : seconds / YEAR + "y";
    }

    private static String two(
            long seconds, long big, String bigUnit, long small, String smallUnit) {
        long rest = seconds % big / small;
        return seconds / big + bigUnit + (rest == 0 ? "" : rest + smallUnit);
    }
}
