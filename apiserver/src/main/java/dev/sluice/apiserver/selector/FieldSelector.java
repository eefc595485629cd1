package dev.sluice.apiserver.selector;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A `fieldSelector` (H1.70): `a=b`, `a==b`, `a!=b`, joined by commas; a backslash escapes comma, `=` and itself.
public final class FieldSelector {
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";

    private final List<Term> terms;

    private record Term(Field field, boolean equal, String value) {}

    /// A field as objects have it.
    ///
    /// @param path dotted
    /// @param absent what an object without the field counts as: "" for text, `false`, `0`
    public record Field(String path, String absent) {}

    private FieldSelector(List<Term> terms) {
        this.terms = List.copyOf(terms);
    }

    /// @param translate gives for a label the field of stored objects, or throws [ApiError] when it is not supported
    /// @throws ApiError 400 when the text is not a selector
    public static FieldSelector parse(String text, Function<String, Field> translate) {
        if (text.isBlank()) {
            return EVERYTHING;
        }
        List<Term> terms = new ArrayList<>();
        for (String part : split(text)) {
            if (!part.isEmpty()) {
                terms.add(term(text, part, translate));
            }
        }
        return new FieldSelector(terms);
    }

    public boolean isEverything() {
        return terms.isEmpty();
    }

    /// The only name that can match, or null when there may be many (H1.71).
    public @Nullable String name() {
        return exact(NAME);
    }

    /// The only namespace that can match, or null.
    public @Nullable String namespace() {
        return exact(NAMESPACE);
    }

    boolean matches(String name, String namespace, Supplier<ObjectNode> tree) {
        for (Term term : terms) {
            String actual =
                    switch (term.field().path()) {
                        case NAME -> name;
                        case NAMESPACE -> namespace;
                        default -> Selector.text(tree, term.field());
                    };
            if (actual.equals(term.value()) != term.equal()) {
                return false;
            }
        }
        return true;
    }

    private @Nullable String exact(String path) {
        for (Term term : terms) {
            if (term.equal() && term.field().path().equals(path)) {
                return term.value();
            }
        }
        return null;
    }

    private static Term term(String text, String part, Function<String, Field> translate) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '!' && part.startsWith("!=", i)) {
                return term(part.substring(0, i), false, part.substring(i + 2), translate);
            } else if (c == '=') {
                int length = part.startsWith("==", i) ? 2 : 1;
                return term(part.substring(0, i), true, part.substring(i + length), translate);
            }
        }
        throw ApiError.badRequest(
                "invalid selector: '" + text + "'; can't understand '" + part + "'");
    }

    private static Term term(
            String label, boolean equal, String value, Function<String, Field> translate) {
        return new Term(translate.apply(label), equal, unescape(value));
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static String unescape(String value) {
        StringBuilder plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '\\' && i + 1 < value.length()) {
                plain.append(value.charAt(++i));
            } else if (c == '\\' || c == '=') {
                throw ApiError.badRequest(
                        "invalid field selector: unescaped character in value: " + (int) c);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
