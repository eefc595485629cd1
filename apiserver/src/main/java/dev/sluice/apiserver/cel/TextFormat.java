package dev.sluice.apiserver.cel;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TreeMap;

/// `string.format(list)`: `%s %d %f %e %b %x %X %o %%`.
final class TextFormat {
    private static final int DEFAULT_PRECISION = 6;

    private TextFormat() {}

    static String format(String pattern, ListValue arguments) {
        StringBuilder out = new StringBuilder();
        int used = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            if (++i >= pattern.length()) {
                throw new CelFailure("unexpected end of format string");
            }
            if (pattern.charAt(i) == '%') {
                out.append('%');
                continue;
            }
            int precision = DEFAULT_PRECISION;
            if (pattern.charAt(i) == '.') {
                int start = ++i;
                while (i < pattern.length() && Character.isDigit(pattern.charAt(i))) {
                    i++;
                }
                precision = Integer.parseInt(pattern.substring(start, i));
            }
            if (used >= arguments.size()) {
                throw new CelFailure("index " + used + " out of range");
            }
            out.append(clause(pattern.charAt(i), precision, arguments.get(used++)));
        }
        return out.toString();
    }

    private static String clause(char verb, int precision, Object value) {
        return switch (verb) {
            case 's' -> print(value);
            case 'd' -> {
                if (value instanceof Long || value instanceof UInt) {
                    yield value.toString();
                }
                throw new CelFailure("decimal clause can only be used on integers");
            }
            case 'f' -> fixed(value, precision);
            case 'e' -> String.format(Locale.ROOT, "%." + precision + "e", toDouble(value));
            case 'b' ->
                    value instanceof Boolean truth
                            ? (truth ? "1" : "0")
                            : Long.toBinaryString(toLong(value));
            case 'o' -> Long.toOctalString(toLong(value));
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            default -> throw new CelFailure("unrecognized formatting clause \"" + verb + "\"");
        };
    }

    private static String fixed(Object value, int precision) {
        double number = toDouble(value);
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return String.valueOf(number);
        }
        return BigDecimal.valueOf(number)
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    private static String hex(Object value) {
        return switch (value) {
            case String text -> HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
            case Bytes bytes -> HexFormat.of().formatHex(bytes.octets());
            default -> Long.toHexString(toLong(value));
        };
    }

    private static double toDouble(Object value) {
        return value instanceof Long || value instanceof Double
                ? ((Number) value).doubleValue()
                : failNumber();
    }

    private static double failNumber() {
        throw new CelFailure("fixed-point clause can only be used on numbers");
    }

    private static long toLong(Object value) {
        return switch (value) {
            case Long number -> number;
            case UInt number -> number.value().longValue();
            default -> throw new CelFailure("clause can only be used on integers");
        };
    }

    /// A value as `%s` prints it.
    static String print(Object value) {
        return switch (value) {
            case String text -> text;
            case ListValue list -> {
                StringBuilder out = new StringBuilder("[");
                for (int i = 0; i < list.size(); i++) {
                    out.append(i == 0 ? "" : ", ").append(print(list.get(i)));
                }
                yield out.append(']').toString();
            }
            case MapValue map -> {
                TreeMap<String, String> sorted = new TreeMap<>();
                for (Object key : map.keys()) {
                    Object entry = map.get(key);
                    sorted.put(print(key), entry == null ? "null" : print(entry));
                }
                StringBuilder out = new StringBuilder("{");
                sorted.forEach(
                        (key, entry) ->
                                out.append(out.length() > 1 ? ", " : "")
                                        .append(key)
                                        .append(": ")
                                        .append(entry));
                yield out.append('}').toString();
            }
            default -> Conversions.string(value);
        };
    }
}
