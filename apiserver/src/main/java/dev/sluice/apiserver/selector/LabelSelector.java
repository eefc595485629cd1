package dev.sluice.apiserver.selector;

import dev.sluice.apiserver.error.ApiError;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A `labelSelector` (H1.72): `a=b`, `a==b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`, `a`, `!a`, `a>1`, `a<1`, joined by
/// commas that mean "and".
public final class LabelSelector {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private final List<Requirement> requirements;

    private enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        ABSENT,
        GREATER,
        LESS
    }

    private record Requirement(String key, Operator operator, Set<String> values) {
        boolean holds(Map<String, String> labels) {
            String value = labels.get(key);
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case ABSENT -> value == null;
                case GREATER -> value != null && compare(value) > 0;
                case LESS -> value != null && compare(value) < 0;
            };
        }

        private int compare(String value) {
            try {
                return Long.compare(
                        Long.parseLong(value), Long.parseLong(values.iterator().next()));
            } catch (NumberFormatException notANumber) {
                return 0;
            }
        }
    }

    private LabelSelector(List<Requirement> requirements) {
        this.requirements = List.copyOf(requirements);
    }

    /// @throws ApiError 400 when the text is not a selector
    public static LabelSelector parse(String text) {
        return text.isBlank() ? EVERYTHING : new LabelSelector(new Parser(text).all());
    }

    public boolean isEverything() {
        return requirements.isEmpty();
    }

    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.holds(labels)) {
                return false;
            }
        }
        return true;
    }

    private static final class Parser {
        private static final Pattern NAME =
                Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
        private static final Pattern PREFIX =
                Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Requirement> all() {
            List<Requirement> requirements = new ArrayList<>();
            do {
                requirements.add(requirement());
                skipBlanks();
            } while (take(','));
            if (at < text.length()) {
                throw wrong("found '" + text.charAt(at) + "', expected: ',' or 'end of string'");
            }
            return requirements;
        }

        private Requirement requirement() {
            skipBlanks();
            if (take('!')) {
                return new Requirement(key(), Operator.ABSENT, Set.of());
            }
            String key = key();
            skipBlanks();
            if (at == text.length() || text.charAt(at) == ',') {
                return new Requirement(key, Operator.EXISTS, Set.of());
            }
            if (take('!')) {
                expect('=');
                return new Requirement(key, Operator.NOT_IN, Set.of(value()));
            }
            if (take('=')) {
                take('=');
                return new Requirement(key, Operator.IN, Set.of(value()));
            }
            if (take('>')) {
                return new Requirement(key, Operator.GREATER, Set.of(number()));
            }
            if (take('<')) {
                return new Requirement(key, Operator.LESS, Set.of(number()));
            }
            String word = word();
            return switch (word) {
                case "in" -> new Requirement(key, Operator.IN, values());
                case "notin" -> new Requirement(key, Operator.NOT_IN, values());
                default ->
                        throw wrong("found '" + word + "', expected: in, notin, =, ==, !=, gt, lt");
            };
        }

        private String key() {
            skipBlanks();
            String key = word();
            int slash = key.indexOf('/');
            String name = key.substring(slash + 1);
            if (!NAME.matcher(name).matches()
                    || (slash >= 0 && !PREFIX.matcher(key.substring(0, slash)).matches())) {
                throw wrong("\"" + key + "\" is not a label key");
            }
            return key;
        }

        private String value() {
            skipBlanks();
            String value = word();
            if (!value.isEmpty() && !NAME.matcher(value).matches()) {
                throw wrong("\"" + value + "\" is not a label value");
            }
            return value;
        }

        private String number() {
            String value = value();
            if (!value.matches("-?[0-9]{1,18}")) {
                throw wrong("for 'Gt', 'Lt' operators, the value must be an integer");
            }
            return value;
        }

        private Set<String> values() {
            skipBlanks();
            expect('(');
            Set<String> values = new LinkedHashSet<>();
            do {
                values.add(value());
                skipBlanks();
            } while (take(','));
            expect(')');
            return values;
        }

        private String word() {
            int start = at;
            while (at < text.length() && " \t,()!=<>".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return text.substring(start, at);
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private boolean take(char c) {
            if (at < text.length() && text.charAt(at) == c) {
                at++;
                return true;
            }
            return false;
        }

        private void expect(char c) {
            if (!take(c)) {
                throw wrong(
                        "found '"
                                + (at < text.length() ? text.substring(at, at + 1) : "")
                                + "', expected: '"
                                + c
                                + "'");
            }
        }

        private ApiError wrong(String why) {
            return ApiError.badRequest("unable to parse requirement: " + why);
        }
    }
}
