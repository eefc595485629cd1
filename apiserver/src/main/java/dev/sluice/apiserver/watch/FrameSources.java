package dev.sluice.apiserver.watch;

import dev.sluice.apiserver.http.FrameSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// Streams that are known in advance.
public final class FrameSources {
    private FrameSources() {}

    /// A stream of one frame.
    public static FrameSource of(byte[] frame) {
        AtomicBoolean open = new AtomicBoolean(true);
        return new FrameSource() {
            @Override
            public List<byte[]> next() {
                return open.getAndSet(false) ? List.of(frame) : List.of();
            }

            @Override
            public void close() {
                open.set(false);
            }
        };
    }
}
