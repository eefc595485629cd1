package dev.sluice.apiserver.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Parses JSON into trees, the plain kind that almost all of it is. It gives up on the rest, wrong or merely rare, which is
/// left to a parser that can tell what is wrong.
///
/// Names of fields and short values are not made anew each time, which is most of what parsing costs otherwise.
public final class TreeParser {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final KnownTexts NAMES = new KnownTexts(12, 64);
    private static final KnownTexts VALUES = new KnownTexts(11, 24);

    /// Deeper trees are left to others, who know how deep is too deep.
    private static final int DEPTH_MAX = 100;

    /// As is how long a name may be.
    private static final int NAME_LENGTH_MAX = 1_000;

    /// All that fits a long, whatever the digits.
    private static final int DIGITS_MAX = 18;

    /// Keys of managed fields name uids, so no two objects have the same ones: a table of known names would be copied with
    /// each object, and parsing take three times as long.
    private static final ObjectMapper ANYTHING =
            new ObjectMapper(
                    new JsonFactoryBuilder()
                            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                            .build());

    private final byte[] json;
    private int at;
    private int depth;

    private TreeParser(byte[] json) {
        this.json = json;
    }

    /// Thrown where the text is not plain; without a trace, since it says nothing.
    private static final class NotPlain extends Exception {
        private static final long serialVersionUID = 1;

        private NotPlain() {
            super(null, null, false, false);
        }
    }

    /// The tree of any JSON text.
    ///
    /// @throws IOException when it is none
    public static JsonNode read(byte[] json) throws IOException {
        JsonNode plain = plain(json);
        return plain == null ? ANYTHING.readTree(json) : plain;
    }

    /// The tree of a text that is plain: whole numbers of at most 18 digits, no field twice in one object, no escapes by
    /// number, not very deep.
    ///
    /// @return null when the text is not plain, or no JSON at all
    public static @Nullable JsonNode plain(byte[] json) {
        TreeParser parser = new TreeParser(json);
        try {
            JsonNode tree = parser.value();
            return parser.isAtEnd() ? tree : null;
        } catch (NotPlain rareOrWrong) {
            return null;
        }
    }

    private boolean isAtEnd() {
        while (at < json.length) {
            if (!isBlank(json[at])) {
                return false;
            }
            at++;
        }
        return true;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c == '\n' || c == '\r' || c == '\t';
    }

    private byte peek() throws NotPlain {
        if (at >= json.length) {
            throw new NotPlain();
        }
        return json[at];
    }

    /// The next character that is not blank, left where it is.
    private byte next() throws NotPlain {
        while (isBlank(peek())) {
            at++;
        }
        return json[at];
    }

    private void expect(char wanted) throws NotPlain {
        if (next() != wanted) {
            throw new NotPlain();
        }
        at++;
    }

    private JsonNode value() throws NotPlain {
        return switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> TextNode.valueOf(text(VALUES));
            case 't' -> word("true", NODES.booleanNode(true));
            case 'f' -> word("false", NODES.booleanNode(false));
            case 'n' -> word("null", NODES.nullNode());
            default -> number();
        };
    }

    private ObjectNode object() throws NotPlain {
        descend();
        ObjectNode object = NODES.objectNode();
        if (next() == '}') {
            return ascend(object);
        }
        while (true) {
            if (next() != '"') {
                throw new NotPlain();
            }
            String name = text(NAMES);
            if (name.length() > NAME_LENGTH_MAX) {
                throw new NotPlain();
            }
            expect(':');
            if (object.replace(name, value()) != null) {
                throw new NotPlain();
            }
            if (next() == '}') {
                return ascend(object);
            }
            expect(',');
        }
    }

    private ArrayNode array() throws NotPlain {
        descend();
        ArrayNode array = NODES.arrayNode();
        if (next() == ']') {
            return ascend(array);
        }
        while (true) {
            array.add(value());
            if (next() == ']') {
                return ascend(array);
            }
            expect(',');
        }
    }

    private void descend() throws NotPlain {
        at++;
        if (++depth > DEPTH_MAX) {
            throw new NotPlain();
        }
    }

    private <T> T ascend(T done) {
        at++;
        depth--;
        return done;
    }

    private JsonNode word(String word, JsonNode node) throws NotPlain {
        for (int i = 0; i < word.length(); i++) {
            if (peek() != word.charAt(i)) {
                throw new NotPlain();
            }
            at++;
        }
        return node;
    }

    private JsonNode number() throws NotPlain {
        boolean negative = peek() == '-';
        int from = negative ? ++at : at;
        peek();
        long value = 0;
        while (at < json.length && json[at] >= '0' && json[at] <= '9') {
            value = value * 10 + (json[at++] - '0');
            if (at - from > DIGITS_MAX) {
                throw new NotPlain();
            }
        }
        boolean leadingZero = json[from] == '0' && (at - from > 1 || negative);
        boolean goesOn =
                at < json.length && (json[at] == '.' || json[at] == 'e' || json[at] == 'E');
        if (at == from || leadingZero || goesOn) {
            throw new NotPlain();
        }
        long signed = negative ? -value : value;
        return signed == (int) signed ? NODES.numberNode((int) signed) : NODES.numberNode(signed);
    }

    /// The text whose opening quote comes next.
    private String text(KnownTexts known) throws NotPlain {
        int from = ++at;
        int hash = 0;
        while (true) {
            byte c = peek();
            if (c == '"') {
                return known.plain(json, from, at++, hash);
            }
            if (c < ' ' || c == '\\') {
                return unusual(from);
            }
            hash = KnownTexts.hash(hash, c);
            at++;
        }
    }

    /// A text with escapes, or with characters beyond ASCII.
    private String unusual(int from) throws NotPlain {
        boolean escaped = false;
        boolean foreign = false;
        for (byte c = peek(); c != '"'; c = peek()) {
            if (c == '\\') {
                escaped = true;
                at++;
            } else if (c < 0) {
                foreign = true;
            } else if (c < ' ') {
                throw new NotPlain();
            }
            at++;
        }
        String raw =
                new String(
                        json,
                        from,
                        at++ - from,
                        foreign ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        if (foreign && raw.indexOf('\uFFFD') >= 0) {
            throw new NotPlain();
        }
        return escaped ? unescaped(raw) : raw;
    }

    private static String unescaped(String raw) throws NotPlain {
        StringBuilder text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                text.append(c);
                continue;
            }
            text.append(
                    switch (raw.charAt(++i)) {
                        case '"' -> '"';
                        case '\\' -> '\\';
                        case '/' -> '/';
                        case 'b' -> '\b';
                        case 'f' -> '\f';
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        case 't' -> '\t';
                        default -> throw new NotPlain();
                    });
        }
        return text.toString();
    }
}
