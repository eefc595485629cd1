package dev.sluice.apiserver.cel;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Words with a meaning of their own, and how field names that collide with CEL's syntax are written (H4.21).
final class Words {
    /// May not name a variable.
    static final Set<String> RESERVED =
            Set.of(
                    "as",
                    "break",
                    "const",
                    "continue",
                    "else",
                    "for",
                    "function",
                    "if",
                    "import",
                    "let",
                    "loop",
                    "package",
                    "namespace",
                    "return",
                    "var",
                    "void",
                    "while");

    /// Prefixes of function names.
    static final Set<String> NAMESPACES =
            Set.of("optional", "sets", "math", "ip", "format", "base64", "strings", "lists",
                    "jsonpatch");

    private static final Map<String, String> ESCAPES =
            new TreeMap<>(
                    Map.of(
                            "__", "__underscores__",
                            ".", "__dot__",
                            "-", "__dash__",
                            "/", "__slash__"));

    private Words() {}

    /// A field's name as rules write it, or null when they cannot.
    static @Nullable String escape(String field) {
        if (field.isEmpty() || Character.isDigit(field.charAt(0))) {
            return null;
        }
        if (RESERVED.contains(field)
                || field.equals("true")
                || field.equals("false")
                || field.equals("null")
                || field.equals("in")) {
            return "__" + field + "__";
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < field.length(); i++) {
            if (field.startsWith("__", i)) {
                out.append(ESCAPES.get("__"));
                i++;
                continue;
            }
            char c = field.charAt(i);
            String escaped = ESCAPES.get(String.valueOf(c));
            if (escaped != null) {
                out.append(escaped);
            } else if (c == '_' || (c < 128 && Character.isLetterOrDigit(c))) {
                out.append(c);
            } else {
                return null;
            }
        }
        return out.toString();
    }
}
