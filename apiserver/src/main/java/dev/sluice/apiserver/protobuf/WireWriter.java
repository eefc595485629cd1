package dev.sluice.apiserver.protobuf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Writes one message in the protobuf wire format, field by field; a message within it is written by a writer of its
/// own and put in whole.
public final class WireWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /// A text as UTF-8, also an empty one; none is written as an empty one.
    public WireWriter text(int field, @Nullable String value) {
        return bytes(field, (value == null ? "" : value).getBytes(StandardCharsets.UTF_8));
    }

    /// A message that is complete.
    public WireWriter message(int field, WireWriter value) {
        return bytes(field, value.toByteArray());
    }

    /// A stretch of bytes with its length before it.
    public WireWriter bytes(int field, byte[] value) {
        varint((long) field << 3 | Wire.BYTES);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    /// An integer of up to 64 bits.
    public WireWriter number(int field, long value) {
        varint((long) field << 3 | Wire.VARINT);
        varint(value);
        return this;
    }

    /// A truth value.
    public WireWriter flag(int field, boolean value) {
        return number(field, value ? 1 : 0);
    }

    /// A floating-point number of 64 bits.
    public WireWriter real(int field, double value) {
        varint((long) field << 3 | Wire.FIXED64);
        out.writeBytes(
                ByteBuffer.allocate(Double.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putDouble(value)
                        .array());
        return this;
    }

    /// What was written so far.
    public byte[] toByteArray() {
        return out.toByteArray();
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
