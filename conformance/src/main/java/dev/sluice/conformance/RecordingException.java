package dev.sluice.conformance;

import java.io.Serial;

/// A recorded file that cannot be used. The message says which file, which line, and what was expected.
public final class RecordingException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public RecordingException(String message) {
        super(message);
    }
}
