package dev.sluice.apiserver.type;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The two forms of a point in time in the API (H8.63): `Time` with whole seconds, `MicroTime` with six decimals.
public final class Times {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
    private static final Pattern MICRO_TEXT =
            Pattern.compile(
                    "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}(Z|[+-]\\d\\d:\\d\\d)");

    private Times() {}

    /// @return the instant, or null when the text is no RFC 3339 time
    public static @Nullable Instant parse(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }

    /// @return the instant, or null when the text has not exactly six decimals
    public static @Nullable Instant parseMicro(String text) {
        return MICRO_TEXT.matcher(text).matches() ? parse(text) : null;
    }

    /// Whether a text is as [#seconds] writes a time, or as [#micros] does: true of most, and told without making a time of
    /// it. The 29th of February is left undecided.
    static boolean isCanonical(String text, boolean micro) {
        String form = micro ? "0000-00-00T00:00:00.000000Z" : "0000-00-00T00:00:00Z";
        if (text.length() != form.length()) {
            return false;
        }
        for (int i = 0; i < form.length(); i++) {
            char c = text.charAt(i);
            boolean digit = form.charAt(i) == '0';
            if (digit ? c < '0' || c > '9' : c != form.charAt(i)) {
                return false;
            }
        }
        int month = number(text, 5);
        int day = number(text, 8);
        return month >= 1
                && month <= 12
                && day >= 1
                && day <= Month.of(month).minLength()
                && number(text, 11) <= 23
                && number(text, 14) <= 59
                && number(text, 17) <= 59;
    }

    private static int number(String text, int at) {
        return (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    }

    /// `2026-11-27T21:30:17Z`
    public static String seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /// `2026-11-27T21:30:17.544176Z`
    public static String micros(Instant instant) {
        return MICROS.format(instant);
    }
}
