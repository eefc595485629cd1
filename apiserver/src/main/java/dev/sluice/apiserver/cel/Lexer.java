package dev.sluice.apiserver.cel;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Splits an expression into words.
final class Lexer {
    private static final List<String> SYMBOLS =
            List.of(
                    "==", "!=", "<=", ">=", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "!", "?",
                    ":", ".", ",", "(", ")", "[", "]", "{", "}");

    private final String source;
    private int at;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> split(String source) throws CelSyntaxError {
        Lexer lexer = new Lexer(source);
        List<Token> tokens = new ArrayList<>();
        while (true) {
            Token token = lexer.next();
            tokens.add(token);
            if (token.kind() == Token.Kind.END) {
                return tokens;
            }
        }
    }

    private Token next() throws CelSyntaxError {
        skipBlanks();
        if (at >= source.length()) {
            return new Token(Token.Kind.END, "<EOF>", null, at);
        }
        char c = source.charAt(at);
        if (isDigit(c)
                || (c == '.' && at + 1 < source.length() && isDigit(source.charAt(at + 1)))) {
            return number();
        }
        if (isQuoteAhead()) {
            return quoted();
        }
        if (isWordStart(c)) {
            return word();
        }
        if (c == '`') {
            return quotedName();
        }
        for (String symbol : SYMBOLS) {
            if (source.startsWith(symbol, at)) {
                at += symbol.length();
                return new Token(Token.Kind.SYMBOL, symbol, null, at - symbol.length());
            }
        }
        throw wrong(at, "Syntax error: token recognition error at: '" + c + "'");
    }

    private void skipBlanks() {
        while (at < source.length()) {
            char c = source.charAt(at);
            if (source.startsWith("//", at)) {
                int end = source.indexOf('\n', at);
                at = end < 0 ? source.length() : end;
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
                at++;
            } else {
                return;
            }
        }
    }

    private Token word() {
        int start = at;
        while (at < source.length()
                && (isWordStart(source.charAt(at)) || isDigit(source.charAt(at)))) {
            at++;
        }
        String text = source.substring(start, at);
        return switch (text) {
            case "true" -> new Token(Token.Kind.LITERAL, text, Boolean.TRUE, start);
            case "false" -> new Token(Token.Kind.LITERAL, text, Boolean.FALSE, start);
            case "null" -> new Token(Token.Kind.LITERAL, text, Null.NULL, start);
            case "in" -> new Token(Token.Kind.SYMBOL, text, null, start);
            default -> new Token(Token.Kind.IDENTIFIER, text, null, start);
        };
    }

    private Token quotedName() throws CelSyntaxError {
        int end = source.indexOf('`', at + 1);
        if (end < 0) {
            throw wrong(at, "Syntax error: token recognition error at: '`'");
        }
        Token token = new Token(Token.Kind.IDENTIFIER, source.substring(at + 1, end), null, at);
        at = end + 1;
        return token;
    }

    private Token number() throws CelSyntaxError {
        int start = at;
        if (source.startsWith("0x", at) || source.startsWith("0X", at)) {
            at += 2;
            while (at < source.length() && Character.digit(source.charAt(at), 16) >= 0) {
                at++;
            }
            return integer(start, new BigInteger(source.substring(start + 2, at), 16));
        }
        boolean isFloat = false;
        while (at < source.length()) {
            char c = source.charAt(at);
            boolean dot = c == '.' && at + 1 < source.length() && isDigit(source.charAt(at + 1));
            boolean exponent = (c == 'e' || c == 'E') && at > start;
            if (exponent && at + 1 < source.length() && "+-".indexOf(source.charAt(at + 1)) >= 0) {
                at++;
            }
            if (!isDigit(c) && !dot && !exponent) {
                break;
            }
            isFloat |= dot || exponent;
            at++;
        }
        String text = source.substring(start, at);
        if (isFloat) {
            return new Token(Token.Kind.LITERAL, text, Double.valueOf(text), start);
        }
        return integer(start, new BigInteger(text));
    }

    private Token integer(int start, BigInteger value) throws CelSyntaxError {
        if (at < source.length() && (source.charAt(at) == 'u' || source.charAt(at) == 'U')) {
            at++;
            return new Token(
                    Token.Kind.LITERAL, source.substring(start, at), UInt.of(value), start);
        }
        if (value.bitLength() > 64) {
            throw wrong(start, "invalid int literal");
        }
        // The sign comes later: 9223372036854775808 is good after a minus.
        Object literal = value.bitLength() > 63 ? value : (Object) value.longValue();
        return new Token(Token.Kind.LITERAL, source.substring(start, at), literal, start);
    }

    // --- strings
    // ---------------------------------------------------------------------------------------------------

    private boolean isQuoteAhead() {
        int i = at;
        while (i < source.length() && i < at + 2 && "rRbB".indexOf(source.charAt(i)) >= 0) {
            i++;
        }
        return i < source.length() && (source.charAt(i) == '"' || source.charAt(i) == '\'');
    }

    private Token quoted() throws CelSyntaxError {
        int start = at;
        boolean raw = false;
        boolean bytes = false;
        while (source.charAt(at) != '"' && source.charAt(at) != '\'') {
            raw |= Character.toLowerCase(source.charAt(at)) == 'r';
            bytes |= Character.toLowerCase(source.charAt(at)) == 'b';
            at++;
        }
        String quote = source.substring(at, at + 1);
        if (source.startsWith(quote.repeat(3), at)) {
            quote = quote.repeat(3);
        }
        at += quote.length();
        StringBuilder text = new StringBuilder();
        while (!source.startsWith(quote, at)) {
            if (at >= source.length() || (quote.length() == 1 && source.charAt(at) == '\n')) {
                throw wrong(start, "Syntax error: token recognition error at: '" + quote + "'");
            }
            if (source.charAt(at) == '\\' && !raw) {
                escape(text);
            } else {
                text.append(source.charAt(at++));
            }
        }
        at += quote.length();
        Object value =
                bytes
                        ? new Bytes(text.toString().getBytes(StandardCharsets.UTF_8))
                        : text.toString();
        return new Token(Token.Kind.LITERAL, source.substring(start, at), value, start);
    }

    private void escape(StringBuilder text) throws CelSyntaxError {
        int start = at++;
        char c = at < source.length() ? source.charAt(at++) : 0;
        switch (c) {
            case 'a' -> text.append('\u0007');
            case 'b' -> text.append('\b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'v' -> text.append('\u000B');
            case '\\', '\'', '"', '`', '?' -> text.append(c);
            case 'x', 'X' -> text.appendCodePoint(code(start, 2, 16));
            case 'u' -> text.appendCodePoint(code(start, 4, 16));
            case 'U' -> text.appendCodePoint(code(start, 8, 16));
            case '0', '1', '2', '3' -> {
                at--;
                text.appendCodePoint(code(start, 3, 8));
            }
            default -> throw wrong(start, "Syntax error: invalid escape sequence");
        }
    }

    private int code(int start, int digits, int radix) throws CelSyntaxError {
        if (at + digits > source.length()) {
            throw wrong(start, "Syntax error: invalid escape sequence");
        }
        try {
            int code = Integer.parseInt(source.substring(at, at + digits), radix);
            at += digits;
            return code;
        } catch (NumberFormatException e) {
            throw wrong(start, "Syntax error: invalid escape sequence");
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private CelSyntaxError wrong(int where, String why) {
        return new CelSyntaxError(source, where, why);
    }
}
