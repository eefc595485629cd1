package dev.sluice.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads durations as people write them: `90s`, `5m`, `1h30m`, `250ms`.
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern PARTS =
            Pattern.compile("(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    @Override
    public Duration convert(String text) {
        Matcher parts = PARTS.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            throw new TypeConversionException("expected a duration such as 90s, 5m or 1h30m");
        }
        return Duration.ofHours(number(parts.group(1)))
                .plusMinutes(number(parts.group(2)))
                .plusSeconds(number(parts.group(3)))
                .plusMillis(number(parts.group(4)));
    }

    private static long number(@Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
