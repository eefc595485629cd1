package dev.sluice.conformance.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A recorded text with placeholders inside, for example `Created pod: a-<pod-1>`. It matches an actual text when some values of the
/// free placeholders make the two equal; those values are bound.
record Template(String text) {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("<(?:(uid|hash|pod|template)-(\\d+)|(time|N|age|address|node))>");

    /// True for a text that stands for itself.
    boolean isLiteral() {
        return text.indexOf('<') < 0 || !PLACEHOLDER.matcher(text).find();
    }

    /// The placeholders that identify something, in order.
    List<Placeholder> placeholders() {
        List<Placeholder> found = new ArrayList<>();
        Matcher matcher = PLACEHOLDER.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1) != null) {
                found.add(placeholder(matcher));
            }
        }
        return found;
    }

    /// Whether `actual` can be what this text stands for. Binds what was free; after `false` the caller rewinds.
    boolean matches(String actual, Bindings bindings) {
        if (isLiteral()) {
            return text.equals(actual);
        }
        List<Placeholder> free = new ArrayList<>();
        Matcher matcher = pattern(bindings, free).matcher(actual);
        if (!matcher.matches()) {
            return false;
        }
        for (int i = 0; i < free.size(); i++) {
            if (!bindings.bind(free.get(i), matcher.group(i + 1))) {
                return false;
            }
        }
        return true;
    }

    /// The text with all values filled in, or empty while one of them is free.
    Optional<String> resolved(Bindings bindings) {
        StringBuilder result = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            if (matcher.group(1) == null) {
                return Optional.empty();
            }
            String value = bindings.valueOf(placeholder(matcher));
            if (value == null) {
                return Optional.empty();
            }
            result.append(text, end, matcher.start()).append(value);
            end = matcher.end();
        }
        return Optional.of(result.append(text.substring(end)).toString());
    }

    private Pattern pattern(Bindings bindings, List<Placeholder> free) {
        StringBuilder regex = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(text);
        int end = 0;
        while (matcher.find()) {
            regex.append(Pattern.quote(text.substring(end, matcher.start())));
            regex.append(
                    matcher.group(1) == null
                            ? wildcard(matcher.group(3))
                            : shape(placeholder(matcher), bindings, free));
            end = matcher.end();
        }
        return Pattern.compile(
                regex.append(Pattern.quote(text.substring(end))).toString(), Pattern.DOTALL);
    }

    private static String shape(
            Placeholder placeholder, Bindings bindings, List<Placeholder> free) {
        String value = bindings.valueOf(placeholder);
        if (value != null) {
            return Pattern.quote(value);
        }
        int earlier = free.indexOf(placeholder);
        if (earlier >= 0) {
            return "\\" + (earlier + 1);
        }
        free.add(placeholder);
        return "(" + placeholder.kind().shape() + ")";
    }

    private static String wildcard(String word) {
        return switch (word) {
            case "time" -> "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z";
            case "N" -> "-?\\d+(?:\\.\\d+)?";
            case "age" -> "(?:\\d+[smhdy])+";
            case "address" -> "[\\w.:\\[\\]-]+";
            case "node" -> "node-\\d+";
            default -> throw new IllegalStateException("no wildcard is called " + word);
        };
    }

    private Placeholder placeholder(Matcher matcher) {
        Placeholder.Kind kind = Placeholder.Kind.of(matcher.group(1));
        return new Placeholder(
                kind,
                kind == Placeholder.Kind.POD ? nameBefore(matcher.start()) : "",
                Integer.parseInt(matcher.group(2)));
    }

    /// The ends of pod names are counted for each beginning anew.
    private String nameBefore(int end) {
        int start = end;
        while (start > 0
                && "abcdefghijklmnopqrstuvwxyz0123456789-.<>".indexOf(text.charAt(start - 1))
                        >= 0) {
            start--;
        }
        return text.substring(start, end);
    }
}
