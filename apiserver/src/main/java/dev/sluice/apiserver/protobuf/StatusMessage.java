package dev.sluice.apiserver.protobuf;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Writes a refusal as a protobuf Status, for clients that read nothing else (H1.44).
public final class StatusMessage {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private StatusMessage() {}

    /// The whole body, with what stands around it.
    public static byte[] of(ApiError error) {
        byte[] type = new StatusMessage().text(1, "v1").text(2, "Status").bytes();
        byte[] message = new StatusMessage().message(1, type).message(2, status(error)).bytes();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(MAGIC);
        body.writeBytes(message);
        return body.toByteArray();
    }

    private static byte[] status(ApiError error) {
        StatusMessage status =
                new StatusMessage()
                        .message(1, new byte[0])
                        .text(2, "Failure")
                        .text(3, error.text())
                        .text(4, error.reason());
        ApiError.Details details = error.details();
        if (details != null) {
            status.message(5, details(details));
        }
        return status.number(6, error.code()).bytes();
    }

    private static byte[] details(ApiError.Details details) {
        StatusMessage message =
                new StatusMessage()
                        .text(1, details.name())
                        .text(2, details.group())
                        .text(3, details.kind());
        for (Cause cause : details.causes()) {
            message.message(
                    4,
                    new StatusMessage()
                            .text(1, cause.reason())
                            .text(2, cause.message())
                            .text(3, cause.field())
                            .bytes());
        }
        return message.number(5, details.retryAfterSeconds()).text(6, details.uid()).bytes();
    }

    private StatusMessage text(int field, @Nullable String value) {
        return message(field, (value == null ? "" : value).getBytes(StandardCharsets.UTF_8));
    }

    private StatusMessage message(int field, byte[] value) {
        varint(field << 3 | Wire.BYTES);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    private StatusMessage number(int field, int value) {
        varint(field << 3 | Wire.VARINT);
        varint(value);
        return this;
    }

    private void varint(int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }

    private byte[] bytes() {
        return out.toByteArray();
    }
}
