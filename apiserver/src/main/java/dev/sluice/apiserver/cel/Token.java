package dev.sluice.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// A word of an expression.
///
/// @param text as written; for the end, `<EOF>`
/// @param value of a literal
/// @param at offset of the first character, in UTF-16 units
record Token(Kind kind, String text, @Nullable Object value, int at) {

    /// What sort of word it is.
    enum Kind {
        IDENTIFIER,
        LITERAL,
        /// An operator or a bracket.
        SYMBOL,
        END
    }

    boolean is(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }
}
