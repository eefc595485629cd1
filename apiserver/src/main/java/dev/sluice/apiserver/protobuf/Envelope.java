package dev.sluice.apiserver.protobuf;

import java.util.Arrays;

/// What stands around every protobuf body (H1.41): four bytes of magic, then what the message is, then the message.
///
/// @param raw the message itself
public record Envelope(String apiVersion, String kind, byte[] raw) {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    /// @throws MalformedProtobuf when the magic or the message around is not right
    public static Envelope read(byte[] body) throws MalformedProtobuf {
        if (body.length < MAGIC.length
                || !Arrays.equals(Arrays.copyOf(body, MAGIC.length), MAGIC)) {
            throw new MalformedProtobuf(
                    "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]");
        }
        Wire wire = new Wire(body, MAGIC.length, body.length);
        String[] type = {"", ""};
        byte[] raw = {};
        while (wire.hasMore()) {
            int tag = (int) wire.varint();
            switch (tag) {
                case 1 << 3 | Wire.BYTES -> typeMeta(wire.nested(), type);
                case 2 << 3 | Wire.BYTES -> raw = wire.nested().rest();
                default -> wire.skip(tag & 7);
            }
        }
        return new Envelope(type[0], type[1], raw);
    }

    private static void typeMeta(Wire wire, String[] type) throws MalformedProtobuf {
        while (wire.hasMore()) {
            int tag = (int) wire.varint();
            switch (tag) {
                case 1 << 3 | Wire.BYTES -> type[0] = wire.nested().text();
                case 2 << 3 | Wire.BYTES -> type[1] = wire.nested().text();
                default -> wire.skip(tag & 7);
            }
        }
    }
}
