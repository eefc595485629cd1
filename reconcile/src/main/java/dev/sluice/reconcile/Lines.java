package dev.sluice.reconcile;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Cuts the bytes of a stream into lines, however they come.
final class Lines {
    private static final byte END = '\n';

    private final Consumer<byte[]> sink;
    private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

    /// @param sink given each line that is not empty, without its end
    Lines(Consumer<byte[]> sink) {
        this.sink = sink;
    }

    void accept(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            int length = toEnd(bytes);
            byte[] piece = new byte[length < 0 ? bytes.remaining() : length];
            bytes.get(piece);
            if (length < 0) {
                begun.writeBytes(piece);
            } else {
                bytes.get();
                line(piece);
            }
        }
    }

    private void line(byte[] rest) {
        byte[] line = rest;
        if (begun.size() > 0) {
            begun.writeBytes(rest);
            line = begun.toByteArray();
            begun.reset();
        }
        if (line.length > 0) {
            sink.accept(line);
        }
    }

    /// How many bytes there are before the next end, or -1.
    private static int toEnd(ByteBuffer bytes) {
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) == END) {
                return i - bytes.position();
            }
        }
        return -1;
    }
}
