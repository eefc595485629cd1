package dev.sluice.apiserver.protobuf;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.error.Cause;
import java.io.ByteArrayOutputStream;

/// Writes a refusal as a protobuf Status, for clients that read nothing else (H1.44).
public final class StatusMessage {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private StatusMessage() {}

    /// The whole body, with what stands around it.
    public static byte[] of(ApiError error) {
        WireWriter type = new WireWriter().text(1, "v1").text(2, "Status");
        WireWriter message = new WireWriter().message(1, type).message(2, status(error));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(MAGIC);
        body.writeBytes(message.toByteArray());
        return body.toByteArray();
    }

    private static WireWriter status(ApiError error) {
        WireWriter status =
                new WireWriter()
                        .message(1, new WireWriter())
                        .text(2, "Failure")
                        .text(3, error.text())
                        .text(4, error.reason());
        ApiError.Details details = error.details();
        if (details != null) {
            status.message(5, details(details));
        }
        return status.number(6, error.code());
    }

    private static WireWriter details(ApiError.Details details) {
        WireWriter message =
                new WireWriter()
                        .text(1, details.name())
                        .text(2, details.group())
                        .text(3, details.kind());
        for (Cause cause : details.causes()) {
            message.message(
                    4,
                    new WireWriter()
                            .text(1, cause.reason())
                            .text(2, cause.message())
                            .text(3, cause.field()));
        }
        return message.number(5, details.retryAfterSeconds()).text(6, details.uid());
    }
}
