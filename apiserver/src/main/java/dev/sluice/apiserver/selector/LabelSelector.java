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

    /// Reads words and signs one after the other; the complaints are those that clients of the API know.
    private static final class Parser {
        private static final Pattern NAME =
                Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
        private static final Pattern PREFIX =
                Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
        private static final String SIGNS = "(),!=<>";

        private final List<String> tokens;
        private int at;

        Parser(String text) {
            this.tokens = tokens(text);
        }

        private static List<String> tokens(String text) {
            List<String> tokens = new ArrayList<>();
            int i = 0;
            while (i < text.length()) {
                char c = text.charAt(i);
                int start = i++;
                if (Character.isWhitespace(c)) {
                    continue;
                }
                if (SIGNS.indexOf(c) >= 0) {
                    boolean twice = "!=".indexOf(c) >= 0 && text.startsWith("=", i);
                    i += twice ? 1 : 0;
                } else {
                    while (i < text.length()
                            && SIGNS.indexOf(text.charAt(i)) < 0
                            && !Character.isWhitespace(text.charAt(i))) {
                        i++;
                    }
                }
                tokens.add(text.substring(start, i));
            }
            return tokens;
        }

        List<Requirement> all() {
            List<Requirement> requirements = new ArrayList<>();
            if (!isWord() && !next().equals("!")) {
                throw refused(
                        "found '" + next() + "', expected: !, identifier, or 'end of string'");
            }
            while (true) {
                requirements.add(requirement());
                if (isAtEnd()) {
                    return requirements;
                }
                if (!take(",")) {
                    throw refused("found '" + next() + "', expected: ',' or 'end of string'");
                }
                if (!isWord() && !next().equals("!")) {
                    throw refused("found '" + next() + "', expected: identifier after ','");
                }
            }
        }

        private Requirement requirement() {
            if (take("!")) {
                return new Requirement(key(), Operator.ABSENT, Set.of());
            }
            String key = key();
            if (isAtEnd() || next().equals(",")) {
                return new Requirement(key, Operator.EXISTS, Set.of());
            }
            String sign = next();
            at++;
            return switch (sign) {
                case "!=" -> new Requirement(key, Operator.NOT_IN, Set.of(value()));
                case "=", "==" -> new Requirement(key, Operator.IN, Set.of(value()));
                case ">" -> new Requirement(key, Operator.GREATER, Set.of(number()));
                case "<" -> new Requirement(key, Operator.LESS, Set.of(number()));
                case "in" -> new Requirement(key, Operator.IN, values());
                case "notin" -> new Requirement(key, Operator.NOT_IN, values());
                default ->
                        throw wrong("found '" + sign + "', expected: in, notin, =, ==, !=, gt, lt");
            };
        }

        private String key() {
            if (!isWord()) {
                throw wrong("found '" + next() + "', expected: identifier");
            }
            String key = next();
            at++;
            int slash = key.indexOf('/');
            String name = key.substring(slash + 1);
            if (!NAME.matcher(name).matches()
                    || (slash >= 0 && !PREFIX.matcher(key.substring(0, slash)).matches())) {
                throw wrong("\"" + key + "\" is not a label key");
            }
            return key;
        }

        private String value() {
            if (isAtEnd() || next().equals(",")) {
                return "";
            }
            if (!isWord()) {
                throw wrong("found '" + next() + "', expected: identifier");
            }
            return word();
        }

        private String word() {
            String value = next();
            at++;
            if (!NAME.matcher(value).matches()) {
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
            if (!take("(")) {
                throw wrong("found '" + next() + "' expected: '('");
            }
            Set<String> values = new LinkedHashSet<>();
            if (take(")")) {
                return values;
            }
            if (!isWord() && !next().equals(",")) {
                throw wrong("found '" + next() + "', expected: ',', ')' or identifier");
            }
            do {
                values.add(isWord() ? word() : "");
            } while (take(","));
            if (!take(")")) {
                throw wrong("found '" + next() + "', expected: ',' or ')'");
            }
            return values;
        }

        /// The next word or sign, empty at the end.
        private String next() {
            return isAtEnd() ? "" : tokens.get(at);
        }

        private boolean isAtEnd() {
            return at == tokens.size();
        }

        private boolean isWord() {
            return !isAtEnd() && SIGNS.indexOf(next().charAt(0)) < 0;
        }

        private boolean take(String token) {
            if (next().equals(token)) {
                at++;
                return true;
            }
            return false;
        }

        private static ApiError wrong(String why) {
            return refused("unable to parse requirement: " + why);
        }

        private static ApiError refused(String why) {
            return ApiError.badRequest(why);
        }
    }
}
