package dev.sluice.apiserver.resource;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Says what is wrong with a text that is no JSON, in the words that clients of the API know: which character, and what
/// was looked for there. Only for texts that the parser has already refused; it need not be fast.
final class JsonSyntax {
    static final String ENDED = "unexpected end of JSON input";

    private static final String VALUE = "looking for beginning of value";
    private static final int END = -1;

    private final byte[] text;
    private int at;

    private JsonSyntax(byte[] text) {
        this.text = text;
    }

    /// @return the first complaint, null when the text is JSON
    static @Nullable String complaint(byte[] text) {
        JsonSyntax scanner = new JsonSyntax(text);
        try {
            scanner.document();
            return null;
        } catch (Wrong wrong) {
            return wrong.getMessage();
        }
    }

    private static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String why) {
            super(why, null, false, false);
        }
    }

    private int peek() {
        return at < text.length ? text[at] & 0xff : END;
    }

    private int peekPastBlanks() {
        while (at < text.length && " \t\r\n".indexOf(text[at]) >= 0) {
            at++;
        }
        return peek();
    }

    private Wrong wrong(String place) {
        int c = peek();
        return new Wrong(c == END ? ENDED : "invalid character " + quoted((char) c) + " " + place);
    }

    private static String quoted(char c) {
        return switch (c) {
            case '\'' -> "'\\''";
            case '\\' -> "'\\\\'";
            case '\n' -> "'\\n'";
            case '\t' -> "'\\t'";
            case '\r' -> "'\\r'";
            default ->
                    c < ' '
                            ? String.format("'\\x%02x'", (int) c)
                            : c >= 0x7f && c <= 0xa0
                                    ? String.format("'\\u%04x'", (int) c)
                                    : "'" + c + "'";
        };
    }

    private void document() throws Wrong {
        Deque<Character> open = new ArrayDeque<>();
        value(open);
        while (!open.isEmpty()) {
            next(open);
        }
        if (peekPastBlanks() != END) {
            throw wrong("after top-level value");
        }
    }

    /// Takes a whole scalar or empty object or array, with the beginnings of all objects and arrays before it.
    private void value(Deque<Character> open) throws Wrong {
        int c = peekPastBlanks();
        while (c == '{' || c == '[') {
            at++;
            if (peekPastBlanks() == (c == '{' ? '}' : ']')) {
                at++;
                return;
            }
            open.push((char) c);
            if (c == '{') {
                key();
            }
            c = peekPastBlanks();
        }
        switch (c) {
            case '"' -> string();
            case 't' -> literal("true");
            case 'f' -> literal("false");
            case 'n' -> literal("null");
            default -> number();
        }
    }

    /// Takes a key and its colon.
    private void key() throws Wrong {
        if (peekPastBlanks() != '"') {
            throw wrong("looking for beginning of object key string");
        }
        string();
        if (peekPastBlanks() != ':') {
            throw wrong("after object key");
        }
        at++;
    }

    /// What comes after a value inside of an object or array.
    private void next(Deque<Character> open) throws Wrong {
        boolean object = open.element() == '{';
        int c = peekPastBlanks();
        if (c == (object ? '}' : ']')) {
            at++;
            open.pop();
        } else if (c != ',') {
            throw wrong(object ? "after object key:value pair" : "after array element");
        } else {
            at++;
            if (object) {
                key();
            }
            value(open);
        }
    }

    private void string() throws Wrong {
        at++;
        while (peek() != '"') {
            int c = peek();
            if (c == END || c < ' ') {
                throw wrong("in string literal");
            }
            at++;
            if (c == '\\') {
                escape();
            }
        }
        at++;
    }

    private void escape() throws Wrong {
        int c = peek();
        if (c == END || "\"\\/bfnrtu".indexOf(c) < 0) {
            throw wrong("in string escape code");
        }
        at++;
        for (int i = 0; c == 'u' && i < 4; i++, at++) {
            if (Character.digit(peek(), 16) < 0) {
                throw wrong("in \\u hexadecimal character escape");
            }
        }
    }

    private void literal(String word) throws Wrong {
        for (int i = 0; i < word.length(); i++, at++) {
            if (peek() != word.charAt(i)) {
                throw wrong("in literal " + word + " (expecting '" + word.charAt(i) + "')");
            }
        }
    }

    private void number() throws Wrong {
        boolean negative = peek() == '-';
        if (negative) {
            at++;
        }
        if (!isDigit()) {
            throw wrong(negative ? "in numeric literal" : VALUE);
        }
        if (peek() == '0') {
            at++;
        } else {
            digits("");
        }
        if (peek() == '.') {
            at++;
            digits("after decimal point in numeric literal");
        }
        if (peek() == 'e' || peek() == 'E') {
            at++;
            if (peek() == '+' || peek() == '-') {
                at++;
            }
            digits("in exponent of numeric literal");
        }
    }

    private void digits(String place) throws Wrong {
        if (!isDigit()) {
            throw wrong(place);
        }
        while (isDigit()) {
            at++;
        }
    }

    private boolean isDigit() {
        return peek() >= '0' && peek() <= '9';
    }
}
