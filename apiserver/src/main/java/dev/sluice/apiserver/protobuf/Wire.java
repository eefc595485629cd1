package dev.sluice.apiserver.protobuf;

import dev.sluice.apiserver.json.Nesting;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Reads the protobuf wire format from part of an array: tags, varints, fixed numbers, stretches of bytes.
final class Wire {
    static final int VARINT = 0;
    static final int FIXED64 = 1;
    static final int BYTES = 2;
    static final int FIXED32 = 5;

    private final byte[] data;
    private final int end;
    private final int level;
    private int at;

    Wire(byte[] data, int start, int end) {
        this(data, start, end, 0);
    }

    private Wire(byte[] data, int start, int end, int level) {
        this.level = level;
        this.data = data;
        this.at = start;
        this.end = end;
    }

    boolean hasMore() {
        return at < end;
    }

    /// A varint of up to 64 bits.
    long varint() throws MalformedProtobuf {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at >= end) {
                throw new MalformedProtobuf("unexpected EOF");
            }
            byte b = data[at++];
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new MalformedProtobuf("proto: integer overflow");
    }

    long fixed64() throws MalformedProtobuf {
        return fixed(8);
    }

    long fixed32() throws MalformedProtobuf {
        return fixed(4);
    }

    private long fixed(int length) throws MalformedProtobuf {
        if (end - at < length) {
            throw new MalformedProtobuf("unexpected EOF");
        }
        long value = 0;
        for (int i = 0; i < length; i++) {
            value |= (long) (data[at++] & 0xff) << (8 * i);
        }
        return value;
    }

    /// A stretch of bytes with its length before it, as a reader of its own.
    Wire nested() throws MalformedProtobuf {
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new MalformedProtobuf("unexpected EOF");
        }
        if (level == Nesting.LEVELS_MAX) {
            throw new MalformedProtobuf(
                    "more than " + Nesting.LEVELS_MAX + " messages in one another");
        }
        Wire nested = new Wire(data, at, at + (int) length, level + 1);
        at += (int) length;
        return nested;
    }

    /// All that is left.
    byte[] rest() {
        byte[] rest = Arrays.copyOfRange(data, at, end);
        at = end;
        return rest;
    }

    /// All that is left, as UTF-8.
    String text() {
        String text = new String(data, at, end - at, StandardCharsets.UTF_8);
        at = end;
        return text;
    }

    /// Steps over a value.
    void skip(int wireType) throws MalformedProtobuf {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED64 -> fixed64();
            case BYTES -> nested();
            case FIXED32 -> fixed32();
            default -> throw new MalformedProtobuf("proto: illegal wireType " + wireType);
        }
    }
}
