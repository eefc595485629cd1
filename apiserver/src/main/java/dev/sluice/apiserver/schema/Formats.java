package dev.sluice.apiserver.schema;

import com.google.re2j.Pattern;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Locale;

/// Formats of strings (H4.11). A format that is not known allows everything.
final class Formats {
    private static final Pattern DATE_TIME =
            Pattern.compile(
                    "^(\\d{4}-\\d{2}-\\d{2})[Tt](\\d{2}):(\\d{2}):(\\d{2})(\\.\\d+)?"
                            + "([Zz]|[+-]\\d{2}:?\\d{2})$");
    private static final Pattern DURATION =
            Pattern.compile(
                    "^[+-]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+"
                            + "|\\d+ ?(d|w|days?|weeks?|hours?|minutes?|seconds?))$");
    private static final Pattern HOST_NAME =
            Pattern.compile(
                    "^[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?"
                            + "(\\.[a-zA-Z0-9]([-a-zA-Z0-9]{0,61}[a-zA-Z0-9])?)*\\.?$");
    private static final Pattern EMAIL = Pattern.compile("^[^@\\s<>]+@[^@\\s<>]+$");
    private static final Pattern MAC =
            Pattern.compile("^([0-9A-Fa-f]{2}[:-]){5}([0-9A-Fa-f]{2}[:-]?){1,3}$");
    private static final Pattern HEX_COLOR = Pattern.compile("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$");
    private static final Pattern URI = Pattern.compile("^([a-zA-Z][-+.a-zA-Z0-9]*:|/)\\S*$");
    private static final Pattern LABEL = Pattern.compile("^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$");
    private static final Pattern IPV4 =
            Pattern.compile(
                    "^((25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)$");

    private Formats() {}

    /// Whether a text has the format.
    static boolean fits(String format, String text) {
        return switch (format) {
            case "date-time", "datetime" -> isDateTime(text);
            case "date" -> isDate(text);
            case "duration" -> DURATION.matches(text);
            case "byte" -> isBase64(text);
            case "email" -> EMAIL.matches(text);
            case "hostname" -> text.length() <= 255 && HOST_NAME.matches(text);
            case "ipv4" -> IPV4.matches(text);
            case "ipv6" -> isIpv6(text);
            case "cidr" -> isCidr(text);
            case "mac" -> MAC.matches(text);
            case "uri" -> URI.matches(text);
            case "uuid" -> isUuid(text, 0);
            case "uuid3" -> isUuid(text, 3);
            case "uuid4" -> isUuid(text, 4);
            case "uuid5" -> isUuid(text, 5);
            case "hexcolor" -> HEX_COLOR.matches(text);
            case "k8s-short-name" -> LABEL.matches(text);
            case "k8s-long-name" -> text.length() <= 253 && SUBDOMAIN.matches(text);
            default -> true;
        };
    }

    private static boolean isDateTime(String text) {
        var matcher = DATE_TIME.matcher(text);
        return matcher.matches()
                && isDate(matcher.group(1))
                && Integer.parseInt(matcher.group(2)) <= 23
                && Integer.parseInt(matcher.group(3)) <= 59
                && Integer.parseInt(matcher.group(4)) <= 59;
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            Base64.getDecoder().decode(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isUuid(String text, int version) {
        String hex = text.replace("-", "").toLowerCase(Locale.ROOT);
        return hex.length() == 32
                && hex.chars().allMatch(c -> Character.digit(c, 16) >= 0)
                && (version == 0 || hex.charAt(12) == '0' + version);
    }

    private static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || slash + 4 < text.length() || slash + 1 == text.length()) {
            return false;
        }
        String address = text.substring(0, slash);
        boolean v4 = IPV4.matches(address);
        if (!v4 && !isIpv6(address)) {
            return false;
        }
        String bits = text.substring(slash + 1);
        return bits.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(bits) <= (v4 ? 32 : 128);
    }

    /// Groups of up to four hexadecimal digits, at most one gap `::`, an IPv4 address in place of the last two.
    private static boolean isIpv6(String text) {
        int gap = text.indexOf("::");
        if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
            return false;
        }
        if (gap < 0) {
            return groups(text) == 8;
        }
        String head = text.substring(0, gap);
        String tail = text.substring(gap + 2);
        int before = head.isEmpty() ? 0 : groups(head);
        int after = tail.isEmpty() ? 0 : groups(tail);
        return before >= 0 && after >= 0 && before + after <= 7;
    }

    /// @return how many 16-bit groups a text has, or -1 when it has anything else
    private static int groups(String text) {
        String[] parts = text.split(":", -1);
        int count = 0;
        for (int i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && IPV4.matches(parts[i])) {
                count += 2;
            } else if (parts[i].length() <= 4
                    && !parts[i].isEmpty()
                    && parts[i].chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
                count++;
            } else {
                return -1;
            }
        }
        return count;
    }
}
