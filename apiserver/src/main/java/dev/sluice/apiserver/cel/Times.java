package dev.sluice.apiserver.cel;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as text, `1h30m`, `1.5s`.
final class Times {
    private static final Pattern PART =
            Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ns|us|µs|μs|ms|s|m|h)");
    private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000L);

    private Times() {}

    /// @throws IllegalArgumentException when the text is no duration
    static Duration duration(String text) {
        boolean negative = text.startsWith("-");
        String rest = negative || text.startsWith("+") ? text.substring(1) : text;
        if (rest.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = PART.matcher(rest);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            BigDecimal unit =
                    switch (matcher.group(2)) {
                        case "ns" -> BigDecimal.ONE;
                        case "ms" -> BigDecimal.valueOf(1_000_000);
                        case "s" -> NANOS_PER_SECOND;
                        case "m" -> NANOS_PER_SECOND.multiply(BigDecimal.valueOf(60));
                        case "h" -> NANOS_PER_SECOND.multiply(BigDecimal.valueOf(3600));
                        default -> BigDecimal.valueOf(1_000);
                    };
            nanos = nanos.add(new BigDecimal(matcher.group(1)).multiply(unit));
            end = matcher.end();
        }
        if (end == 0 || end != rest.length()) {
            throw new IllegalArgumentException("invalid duration \"" + text + "\"");
        }
        Duration duration = Duration.ofNanos(nanos.longValue());
        return negative ? duration.negated() : duration;
    }

    /// A duration in seconds, `5400s`, `1.5s`.
    static String text(Duration duration) {
        BigDecimal seconds =
                BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano(), 9));
        BigDecimal plain = seconds.stripTrailingZeros();
        return (plain.scale() < 0 ? plain.setScale(0) : plain).toPlainString() + "s";
    }
}
