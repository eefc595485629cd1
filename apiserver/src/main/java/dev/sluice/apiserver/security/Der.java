package dev.sluice.apiserver.security;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// Values in the Distinguished Encoding Rules of ASN.1, as far as a certificate needs them.
final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;

    /// From then on a date is written with four digits of its year (RFC 5280, 4.1.2.5).
    private static final Instant FOUR_DIGITS_FROM = Instant.parse("2050-01-01T00:00:00Z");

    private static final DateTimeFormatter TWO_DIGITS =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter FOUR_DIGITS =
            DateTimeFormatter.ofPattern("uuuuMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, joined(parts));
    }

    static byte[] yes() {
        return value(BOOLEAN, new byte[] {(byte) 0xff});
    }

    static byte[] integer(BigInteger number) {
        return value(INTEGER, number.toByteArray());
    }

    static byte[] octets(byte[] content) {
        return value(OCTET_STRING, content);
    }

    /// A string of bits that fills its last byte.
    static byte[] bits(byte[] content) {
        return value(BIT_STRING, joined(new byte[] {0}, content));
    }

    /// Named bits: the highest of the byte is number 0; the zeros behind the last one are left out.
    ///
    /// @param set one byte of them, not 0
    static byte[] namedBits(int set) {
        return value(
                BIT_STRING, new byte[] {(byte) Integer.numberOfTrailingZeros(set), (byte) set});
    }

    /// @param dotted for example `2.5.29.15`
    static byte[] identifier(String dotted) {
        String[] numbers = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        base128(out, Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            base128(out, Integer.parseInt(numbers[i]));
        }
        return value(OBJECT_IDENTIFIER, out.toByteArray());
    }

    private static void base128(ByteArrayOutputStream out, int number) {
        for (int shift = 28; shift > 0; shift -= 7) {
            if (number >>> shift != 0) {
                out.write(number >>> shift & 0x7f | 0x80);
            }
        }
        out.write(number & 0x7f);
    }

    static byte[] time(Instant time) {
        return time.isBefore(FOUR_DIGITS_FROM)
                ? value(UTC_TIME, ascii(TWO_DIGITS.format(time)))
                : value(GENERALIZED_TIME, ascii(FOUR_DIGITS.format(time)));
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// A value of an own type, told by its place, around whole values.
    static byte[] explicit(int number, byte[] content) {
        return value(CONTEXT | CONSTRUCTED | number, content);
    }

    /// A value of an own type, told by its place, around bare content.
    static byte[] implicit(int number, byte[] content) {
        return value(CONTEXT | number, content);
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] value(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 6);
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int from = length[0] == 0 ? 1 : 0;
            out.write(0x80 | length.length - from);
            out.write(length, from, length.length - from);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
