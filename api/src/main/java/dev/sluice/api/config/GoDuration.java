package dev.sluice.api.config;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Durations as the Kubernetes API writes them: `1h0m0s`, `1.5h`, `300ms`.
public final class GoDuration {
    private static final Pattern PART =
            Pattern.compile("\\G([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|ms|s|m|h)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "µs", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L);

    private GoDuration() {}

    /// The duration that the text stands for.
    ///
    /// @throws IllegalArgumentException if it stands for none
    public static Duration parse(String text) {
        Duration duration = parseOrNull(text);
        if (duration == null) {
            throw new IllegalArgumentException(
                    "\"" + text + "\": expected a duration such as 30s, 5m or 1h30m");
        }
        return duration;
    }

    /// The duration that the text stands for, or null.
    public static @Nullable Duration parseOrNull(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(rest);
        int end = 0;
        while (part.find()) {
            long unit = NANOS.getOrDefault(part.group(2), 0L);
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
            end = part.end();
        }
        if (end == 0 || end < rest.length() || nanos.precision() - nanos.scale() > 19) {
            return null;
        }
        BigDecimal whole = nanos.setScale(0, RoundingMode.DOWN);
        if (whole.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            return null;
        }
        Duration duration = Duration.ofNanos(whole.longValueExact());
        return negative ? duration.negated() : duration;
    }
}
