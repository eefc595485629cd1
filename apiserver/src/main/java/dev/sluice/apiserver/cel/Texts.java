package dev.sluice.apiserver.cel;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Functions of strings. Positions count code points.
final class Texts {
    private static final int PATTERNS_MAX = 1_000;
    private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

    private Texts() {}

    /// @return null when there is no such function
    static @Nullable Function named(String name) {
        return switch (name) {
            case "contains" -> a -> text(a, 0).contains(text(a, 1));
            case "startsWith" -> a -> text(a, 0).startsWith(text(a, 1));
            case "endsWith" -> a -> text(a, 0).endsWith(text(a, 1));
            case "matches" -> a -> pattern(text(a, 1)).matcher(text(a, 0)).find();
            case "charAt" -> a -> charAt(text(a, 0), number(a, 1));
            case "lowerAscii" -> a -> mapAscii(text(a, 0), false);
            case "upperAscii" -> a -> mapAscii(text(a, 0), true);
            case "replace" ->
                    a ->
                            replace(
                                    text(a, 0),
                                    text(a, 1),
                                    text(a, 2),
                                    a.length > 3 ? number(a, 3) : -1);
            case "split" -> a -> split(text(a, 0), text(a, 1), a.length > 2 ? number(a, 2) : -1);
            case "substring" -> a -> substring(text(a, 0), number(a, 1), end(a));
            case "trim" -> a -> text(a, 0).strip();
            case "join" -> a -> join(Lists.list(a, 0), a.length > 1 ? text(a, 1) : "");
            case "strings.quote" -> a -> quote(text(a, 0));
            case "find" -> a -> find(text(a, 0), text(a, 1));
            case "findAll" ->
                    a -> findAll(text(a, 0), text(a, 1), a.length > 2 ? number(a, 2) : -1);
            case "format" -> a -> TextFormat.format(text(a, 0), Lists.list(a, 1));
            default -> null;
        };
    }

    static String text(Object[] arguments, int index) {
        if (arguments[index] instanceof String text) {
            return text;
        }
        throw CelFailure.noSuchOverload();
    }

    static long number(Object[] arguments, int index) {
        if (arguments[index] instanceof Long number) {
            return number;
        }
        throw CelFailure.noSuchOverload();
    }

    static Pattern pattern(String regex) {
        Pattern known = PATTERNS.get(regex);
        if (known != null) {
            return known;
        }
        try {
            Pattern pattern = Pattern.compile(regex);
            if (PATTERNS.size() < PATTERNS_MAX) {
                PATTERNS.put(regex, pattern);
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw new CelFailure(String.valueOf(e.getMessage()));
        }
    }

    private static int[] points(String text) {
        return text.codePoints().toArray();
    }

    private static String charAt(String text, long index) {
        int[] points = points(text);
        if (index < 0 || index > points.length) {
            throw new CelFailure("index out of range: " + index);
        }
        return index == points.length ? "" : new String(points, (int) index, 1);
    }

    private static long end(Object[] a) {
        return a.length > 2 ? number(a, 2) : points(text(a, 0)).length;
    }

    private static String substring(String text, long start, long end) {
        int[] points = points(text);
        if (start < 0 || start > points.length) {
            throw new CelFailure("index out of range: " + start);
        }
        if (end < 0 || end > points.length) {
            throw new CelFailure("index out of range: " + end);
        }
        if (start > end) {
            throw new CelFailure("invalid substring range. start: " + start + ", end: " + end);
        }
        return new String(points, (int) start, (int) (end - start));
    }

    static long indexOf(String text, String part, long from) {
        int[] points = points(text);
        if (part.isEmpty()) {
            return from;
        }
        if (from < 0) {
            throw new CelFailure("index out of range: " + from);
        }
        if (from >= points.length) {
            return -1;
        }
        int at = text.indexOf(part, text.offsetByCodePoints(0, (int) from));
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    static long lastIndexOf(String text, String part, long from) {
        int length = text.codePointCount(0, text.length());
        if (part.isEmpty()) {
            return Math.min(from, length);
        }
        if (from < 0) {
            throw new CelFailure("index out of range: " + from);
        }
        int start = (int) Math.min(from, length);
        int at = text.lastIndexOf(part, text.offsetByCodePoints(0, start));
        return at < 0 ? -1 : text.codePointCount(0, at);
    }

    private static String mapAscii(String text, boolean upper) {
        StringBuilder out = new StringBuilder(text.length());
        for (char c : text.toCharArray()) {
            boolean change = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
            out.append(change ? (char) (c ^ 0x20) : c);
        }
        return out.toString();
    }

    private static String replace(String text, String old, String replacement, long limit) {
        if (limit == 0) {
            return text;
        }
        if (limit < 0) {
            return text.replace(old, replacement);
        }
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (long i = 0; i < limit; i++) {
            int found = text.indexOf(old, at);
            if (found < 0 || old.isEmpty()) {
                break;
            }
            out.append(text, at, found).append(replacement);
            at = found + old.length();
        }
        return out.append(text.substring(at)).toString();
    }

    private static ListValue split(String text, String separator, long limit) {
        List<Object> parts = new ArrayList<>();
        if (limit == 0) {
            return new ListValue.Of(parts);
        }
        if (separator.isEmpty()) {
            text.codePoints().forEach(c -> parts.add(Character.toString(c)));
            return new ListValue.Of(parts);
        }
        int at = 0;
        while (limit < 0 || parts.size() < limit - 1) {
            int found = text.indexOf(separator, at);
            if (found < 0) {
                break;
            }
            parts.add(text.substring(at, found));
            at = found + separator.length();
        }
        parts.add(text.substring(at));
        return new ListValue.Of(parts);
    }

    private static String join(ListValue list, String separator) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof String part)) {
                throw CelFailure.noSuchOverload();
            }
            out.append(i == 0 ? "" : separator).append(part);
        }
        return out.toString();
    }

    private static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '\n' -> out.append("\\n");
                                case '\r' -> out.append("\\r");
                                case '\t' -> out.append("\\t");
                                case '\\' -> out.append("\\\\");
                                case '"' -> out.append("\\\"");
                                default -> out.appendCodePoint(c);
                            }
                        });
        return out.append('"').toString();
    }

    private static String find(String text, String regex) {
        Matcher matcher = pattern(regex).matcher(text);
        return matcher.find() ? matcher.group() : "";
    }

    private static ListValue findAll(String text, String regex, long limit) {
        List<Object> found = new ArrayList<>();
        Matcher matcher = pattern(regex).matcher(text);
        while ((limit < 0 || found.size() < limit) && matcher.find()) {
            found.add(matcher.group());
        }
        return new ListValue.Of(found);
    }

    static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
