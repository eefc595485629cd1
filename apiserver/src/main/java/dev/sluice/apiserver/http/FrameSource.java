package dev.sluice.apiserver.http;

import java.util.List;

/// Frames of a stream, pulled by the one thread that writes them out. A frame is one watch event with its newline, or
/// a piece of a log. Slow readers pull seldom and cost nothing but themselves (H5.40).
public interface FrameSource extends AutoCloseable {
    /// Waits until there is something to send.
    ///
    /// @return at least one frame, in order (shared arrays: do not change them); an empty list when the stream has ended
    /// @throws InterruptedException when the pulling thread is interrupted
    List<byte[]> next() throws InterruptedException;

    /// Whether whoever pulls has seen everything there is: the last frames have been dealt with (the thread that got
    /// them waits in [#next] again) and no others are ready. May be called from any thread; meant for those who wait
    /// until nothing happens any more.
    default boolean isCaughtUp() {
        return true;
    }

    /// Ends the stream: a waiting or later [#next] returns an empty list. May be called from any thread, repeatedly.
    @Override
    void close();
}
