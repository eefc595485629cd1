package dev.sluice.apiserver.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Writes trees as JSON in UTF-8, and notes whether reading it gives the same nodes again: a 1 may be held as a long, which
/// is not equal to the int that is read, and a number with a point as a decimal.
public final class TreeWriter {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES_FIRST = 8_192;

    /// A larger one is not kept.
    private static final int SPARE_BYTES_MAX = 65_536;

    /// The array of the last one, for the next one.
    private static final AtomicReference<byte @Nullable []> SPARE = new AtomicReference<>();

    private byte[] out;
    private int size;
    private boolean readBackEqual = true;

    public TreeWriter() {
        byte[] spare = SPARE.getAndSet(null);
        out = spare == null ? new byte[BYTES_FIRST] : spare;
    }

    /// What was written. This writer is of no more use.
    public byte[] done() {
        byte[] all = Arrays.copyOf(out, size);
        if (out.length <= SPARE_BYTES_MAX) {
            SPARE.set(out);
        }
        return all;
    }

    /// How many bytes have been written.
    public int size() {
        return size;
    }

    /// Whether all that was written would be read as it was.
    public boolean isReadBackEqual() {
        return readBackEqual;
    }

    /// Writes a value.
    public void write(JsonNode node) {
        switch (node) {
            case ObjectNode object -> {
                sign('{');
                for (Map.Entry<String, JsonNode> field : object.properties()) {
                    name(field.getKey());
                    write(field.getValue());
                }
                sign('}');
            }
            case ArrayNode array -> {
                sign('[');
                for (int i = 0; i < array.size(); i++) {
                    if (i > 0) {
                        sign(',');
                    }
                    write(array.get(i));
                }
                sign(']');
            }
            case TextNode text -> text(text.textValue());
            case IntNode number -> ascii(Integer.toString(number.intValue()));
            case BooleanNode truth -> ascii(truth.booleanValue() ? "true" : "false");
            case NullNode _ -> ascii("null");
            case LongNode number -> {
                ascii(Long.toString(number.longValue()));
                readBackEqual &= !number.canConvertToInt();
            }
            default -> {
                ascii(other(node));
                readBackEqual = false;
            }
        }
    }

    private static String other(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree that cannot be written", impossible);
        }
    }

    /// Writes the name of a field, after a comma where one stands before it.
    public void name(String name) {
        if (out[size - 1] != '{') {
            sign(',');
        }
        text(name);
        sign(':');
    }

    /// Writes a bracket or brace.
    public void sign(char sign) {
        room(1);
        out[size++] = (byte) sign;
    }

    @SuppressWarnings("deprecation") // the one way to copy ASCII without an array in between
    private void ascii(String text) {
        room(text.length());
        text.getBytes(0, text.length(), out, size);
        size += text.length();
    }

    /// Writes a text with its quotes.
    public void text(String text) {
        int length = text.length();
        // a character takes at most six bytes
        room(6 * length + 2);
        byte[] to = out;
        int at = size;
        to[at++] = '"';
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c < 0x80 && c != '"' && c != '\\') {
                to[at++] = (byte) c;
            } else if (c < 0x80) {
                at = escape(to, at, c);
            } else if (c < 0x800) {
                to[at++] = (byte) (0xC0 | (c >> 6));
                to[at++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                to[at++] = (byte) (0xE0 | (c >> 12));
                to[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                to[at++] = (byte) (0x80 | (c & 0x3F));
            } else {
                // each half for itself, as JSON has it: no pair need be whole
                at = byNumber(to, at, c);
            }
        }
        to[at++] = '"';
        size = at;
    }

    private static int escape(byte[] to, int from, char c) {
        int at = from;
        to[at++] = '\\';
        switch (c) {
            case '"', '\\' -> to[at++] = (byte) c;
            case '\b' -> to[at++] = 'b';
            case '\f' -> to[at++] = 'f';
            case '\n' -> to[at++] = 'n';
            case '\r' -> to[at++] = 'r';
            case '\t' -> to[at++] = 't';
            default -> at = byNumber(to, from, c);
        }
        return at;
    }

    private static int byNumber(byte[] to, int from, char c) {
        int at = from;
        to[at++] = '\\';
        to[at++] = 'u';
        to[at++] = HEX[c >> 12];
        to[at++] = HEX[(c >> 8) & 0xF];
        to[at++] = HEX[(c >> 4) & 0xF];
        to[at++] = HEX[c & 0xF];
        return at;
    }

    private void room(int bytes) {
        if (out.length - size < bytes) {
            out = Arrays.copyOf(out, Math.max(2 * out.length, size + bytes));
        }
    }
}
