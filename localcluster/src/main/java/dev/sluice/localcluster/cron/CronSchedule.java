package dev.sluice.localcluster.cron;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// When a CronJob is due: the five fields of cron, its abbreviations (`@hourly`), or `@every 90s`.
///
/// When both the day of the month and the day of the week are restricted, either one suffices.
final class CronSchedule {
    private static final int YEARS_AHEAD_MAX = 5;
    private static final Map<String, String> ABBREVIATIONS =
            Map.of(
                    "@yearly", "0 0 1 1 *",
                    "@annually", "0 0 1 1 *",
                    "@monthly", "0 0 1 * *",
                    "@weekly", "0 0 * * 0",
                    "@daily", "0 0 * * *",
                    "@midnight", "0 0 * * *",
                    "@hourly", "0 * * * *");
    private static final List<String> MONTHS =
            List.of(
                    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov",
                    "dec");
    private static final List<String> DAYS =
            List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

    private final ZoneId zone;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet daysOfMonth;
    private final BitSet months;
    private final BitSet daysOfWeek;
    private final boolean anyDayOfMonth;
    private final boolean anyDayOfWeek;
    private final Duration every;

    private CronSchedule(String[] fields, ZoneId zone, Duration every) {
        this.zone = zone;
        this.every = every;
        minutes = field(fields[0], 0, 59, List.of());
        hours = field(fields[1], 0, 23, List.of());
        daysOfMonth = field(fields[2], 1, 31, List.of());
        months = field(fields[3], 1, 12, MONTHS);
        daysOfWeek = field(fields[4], 0, 7, DAYS);
        if (daysOfWeek.get(7)) {
            daysOfWeek.set(0);
        }
        anyDayOfMonth = isAny(fields[2]);
        anyDayOfWeek = isAny(fields[4]);
    }

    /// Reads an expression.
    ///
    /// @param zone used unless the expression names its own (`TZ=…`)
    /// @throws IllegalArgumentException with a sentence that names the wrong part
    static CronSchedule parse(String expression, ZoneId zone) {
        String text = expression.strip();
        ZoneId at = zone;
        if (text.startsWith("TZ=") || text.startsWith("CRON_TZ=")) {
            int space = text.indexOf(' ');
            if (space < 0) {
                throw new IllegalArgumentException(
                        "\"" + expression + "\" names a time zone and no time");
            }
            at = ZoneId.of(text.substring(text.indexOf('=') + 1, space));
            text = text.substring(space).strip();
        }
        if (text.startsWith("@every ")) {
            Duration every = period(text.substring("@every ".length()).strip());
            return new CronSchedule("* * * * *".split(" "), at, every);
        }
        String fields = text.startsWith("@") ? ABBREVIATIONS.get(text) : text;
        if (fields == null) {
            throw new IllegalArgumentException(
                    "\""
                            + text
                            + "\" is no schedule, expected five fields or one of "
                            + ABBREVIATIONS.keySet().stream().sorted().toList());
        }
        String[] words = fields.split("\\s+");
        if (words.length != 5) {
            throw new IllegalArgumentException(
                    "expected exactly 5 fields, found " + words.length + ": " + fields);
        }
        return new CronSchedule(words, at, Duration.ZERO);
    }

    private static Duration period(String text) {
        Duration total = Duration.ZERO;
        var part = Pattern.compile("(\\d+)(h|m|s)").matcher(text);
        int end = 0;
        while (part.find() && part.start() == end) {
            long number = Long.parseLong(part.group(1));
            total =
                    total.plus(
                            switch (part.group(2)) {
                                case "h" -> Duration.ofHours(number);
                                case "m" -> Duration.ofMinutes(number);
                                default -> Duration.ofSeconds(number);
                            });
            end = part.end();
        }
        if (end != text.length() || total.isZero()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no period, expected for example 1h30m");
        }
        return total;
    }

    private static boolean isAny(String field) {
        return field.startsWith("*") || field.startsWith("?");
    }

    private static BitSet field(String field, int min, int max, List<String> names) {
        BitSet set = new BitSet(max + 1);
        for (String part : field.split(",", -1)) {
            String[] stepped = part.split("/", -1);
            int step = stepped.length > 1 ? number(stepped[1], 1, max, List.of(), field) : 1;
            int from;
            int to;
            if (stepped[0].equals("*") || stepped[0].equals("?")) {
                from = min;
                to = max == 7 ? 6 : max;
            } else {
                String[] ends = stepped[0].split("-", -1);
                from = number(ends[0], min, max, names, field);
                to =
                        ends.length > 1
                                ? number(ends[1], min, max, names, field)
                                : stepped.length > 1 ? max : from;
            }
            if (from > to || stepped.length > 2) {
                throw new IllegalArgumentException(
                        "\"" + part + "\" in \"" + field + "\" is no range");
            }
            for (int value = from; value <= to; value += step) {
                set.set(value);
            }
        }
        return set;
    }

    private static int number(String text, int min, int max, List<String> names, String field) {
        int named = names.indexOf(text.toLowerCase(Locale.ROOT));
        if (named >= 0) {
            return named + (names == MONTHS ? 1 : 0);
        }
        boolean digits =
                !text.isEmpty() && text.length() < 4 && text.chars().allMatch(Character::isDigit);
        int value = digits ? Integer.parseInt(text) : -1;
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    "\"%s\" in \"%s\" is not a number from %d to %d"
                            .formatted(text, field, min, max));
        }
        return value;
    }

    /// The first time after `after`; empty when there is none within five years.
    Optional<Instant> next(Instant after) {
        if (!every.isZero()) {
            return Optional.of(after.truncatedTo(ChronoUnit.SECONDS).plus(every));
        }
        ZonedDateTime time = after.atZone(zone).truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        int lastYear = time.getYear() + YEARS_AHEAD_MAX;
        while (time.getYear() <= lastYear) {
            if (!months.get(time.getMonthValue())) {
                time = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1).plusMonths(1);
            } else if (!isDay(time)) {
                time = time.truncatedTo(ChronoUnit.DAYS).plusDays(1);
            } else if (!hours.get(time.getHour())) {
                time = time.truncatedTo(ChronoUnit.HOURS).plusHours(1);
            } else if (!minutes.get(time.getMinute())) {
                time = time.plusMinutes(1);
            } else {
                return Optional.of(time.toInstant());
            }
        }
        return Optional.empty();
    }

    private boolean isDay(ZonedDateTime time) {
        boolean month = daysOfMonth.get(time.getDayOfMonth());
        boolean week =
                daysOfWeek.get(
                        time.getDayOfWeek() == DayOfWeek.SUNDAY
                                ? 0
                                : time.getDayOfWeek().getValue());
        return anyDayOfMonth || anyDayOfWeek ? month && week : month || week;
    }
}
