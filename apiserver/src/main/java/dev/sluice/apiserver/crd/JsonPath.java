package dev.sluice.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The JSONPath of printer columns and selectable fields (H1.52): `.spec.a`, `['a\.b']`, `[0]`, `[*]`,
/// `[?(@.type=='Ready')]`.
public final class JsonPath {
    private final List<Step> steps;

    private JsonPath(List<Step> steps) {
        this.steps = steps;
    }

    private sealed interface Step {
        void visit(JsonNode node, List<JsonNode> found);
    }

    private record Field(String name) implements Step {
        @Override
        public void visit(JsonNode node, List<JsonNode> found) {
            JsonNode value = node.get(name);
            if (value != null) {
                found.add(value);
            }
        }
    }

    private record Index(int index) implements Step {
        @Override
        public void visit(JsonNode node, List<JsonNode> found) {
            int at = index < 0 ? node.size() + index : index;
            if (node.isArray() && at >= 0 && at < node.size()) {
                found.add(node.get(at));
            }
        }
    }

    private record Each() implements Step {
        @Override
        public void visit(JsonNode node, List<JsonNode> found) {
            node.forEach(found::add);
        }
    }

    /// Elements at whose inner path the value is, or is not, the given one; without a value, where anything is.
    private record Filter(JsonPath inner, boolean equal, @Nullable JsonNode value) implements Step {
        @Override
        public void visit(JsonNode node, List<JsonNode> found) {
            for (JsonNode element : node) {
                JsonNode there = inner.first(element);
                if (there != null && (value == null || there.equals(value) == equal)) {
                    found.add(element);
                }
            }
        }
    }

    /// Reads a path.
    ///
    /// @throws IllegalArgumentException when it is none, with a sentence that says where
    public static JsonPath parse(String text) {
        String path = text.trim();
        if (path.startsWith("{") && path.endsWith("}")) {
            path = path.substring(1, path.length() - 1);
        }
        return new JsonPath(new Parser(path.startsWith("$") ? path.substring(1) : path).steps());
    }

    /// @return the first value there, or null
    public @Nullable JsonNode first(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Step step : steps) {
            List<JsonNode> next = new ArrayList<>();
            found.forEach(node -> step.visit(node, next));
            found = next;
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    /// Whether the path is field names only, and calls `consumer` with each and whether it is the last.
    boolean names(BiConsumer<String, Boolean> consumer) {
        for (int i = 0; i < steps.size(); i++) {
            if (!(steps.get(i) instanceof Field field)) {
                return false;
            }
            consumer.accept(field.name(), i == steps.size() - 1);
        }
        return true;
    }

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        List<Step> steps() {
            List<Step> steps = new ArrayList<>();
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '.') {
                    at++;
                    if (at < text.length() && text.charAt(at) != '[') {
                        steps.add(word());
                    }
                } else if (c == '[') {
                    steps.add(bracket());
                } else if (steps.isEmpty()) {
                    steps.add(word());
                } else {
                    throw wrong("expected '.' or '['");
                }
            }
            return steps;
        }

        private Step word() {
            StringBuilder name = new StringBuilder();
            while (at < text.length() && text.charAt(at) != '.' && text.charAt(at) != '[') {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                name.append(text.charAt(at++));
            }
            if (name.isEmpty()) {
                throw wrong("expected a field name");
            }
            return name.toString().equals("*") ? new Each() : new Field(name.toString());
        }

        private Step bracket() {
            int end = closing();
            String inside = text.substring(at + 1, end).trim();
            at = end + 1;
            if (inside.equals("*")) {
                return new Each();
            }
            if (inside.startsWith("?(") && inside.endsWith(")")) {
                return filter(inside.substring(2, inside.length() - 1).trim());
            }
            if (inside.startsWith("'") || inside.startsWith("\"")) {
                return new Field(unquote(inside));
            }
            try {
                return new Index(Integer.parseInt(inside));
            } catch (NumberFormatException e) {
                throw wrong("[" + inside + "] is no index, name, '*' or filter");
            }
        }

        private int closing() {
            char quote = 0;
            for (int i = at + 1; i < text.length(); i++) {
                char c = text.charAt(i);
                if (quote != 0) {
                    quote = c == quote ? 0 : quote;
                } else if (c == '\'' || c == '"') {
                    quote = c;
                } else if (c == ']') {
                    return i;
                }
            }
            throw wrong("unterminated '['");
        }

        private Step filter(String condition) {
            for (String operator : List.of("==", "!=")) {
                int split = condition.indexOf(operator);
                if (split > 0) {
                    return new Filter(
                            relative(condition.substring(0, split).trim()),
                            operator.equals("=="),
                            literal(condition.substring(split + 2).trim()));
                }
            }
            return new Filter(relative(condition), true, null);
        }

        private JsonPath relative(String path) {
            if (!path.startsWith("@")) {
                throw wrong("a filter must start with '@'");
            }
            return new JsonPath(new Parser(path.substring(1)).steps());
        }

        private static JsonNode literal(String text) {
            if (text.startsWith("'") || text.startsWith("\"")) {
                return TextNode.valueOf(unquote(text));
            }
            return switch (text) {
                case "true" -> BooleanNode.TRUE;
                case "false" -> BooleanNode.FALSE;
                default -> TextNode.valueOf(text);
            };
        }

        private static String unquote(String quoted) {
            String inner = quoted.substring(1, Math.max(1, quoted.length() - 1));
            return inner.replace("\\.", ".").replace("\\'", "'");
        }

        private IllegalArgumentException wrong(String why) {
            return new IllegalArgumentException(why + " at " + at + " in " + text);
        }
    }
}
