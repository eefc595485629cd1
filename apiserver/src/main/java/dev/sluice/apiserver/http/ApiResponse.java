package dev.sluice.apiserver.http;

import java.util.List;
import java.util.Map;

/// What a handler answers: everything at once, or a stream of frames (a watch, a followed log).
public sealed interface ApiResponse {
    /// HTTP status.
    int code();

    /// Names as they should be written; several values become several header lines.
    Map<String, List<String>> headers();

    /// An answer that is complete.
    ///
    /// @param body must not be changed by whoever receives it: it may be shared
    record Whole(int code, Map<String, List<String>> headers, byte[] body) implements ApiResponse {}

    /// An answer that goes on until its source ends or the client leaves. Whoever receives it must close `frames`.
    record Stream(int code, Map<String, List<String>> headers, FrameSource frames)
            implements ApiResponse {}
}
