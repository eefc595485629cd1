package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.FrameSource;
import java.util.List;
import java.util.function.Consumer;

/// The thread that pulls a stream's frames and gives them to whoever reads it.
final class FramePump implements AutoCloseable {
    private final FrameSource frames;
    private final String name;
    private final Pumps pumps;
    private volatile boolean started;
    private volatile boolean closed;

    FramePump(FrameSource frames, String name, Pumps pumps) {
        this.frames = frames;
        this.name = name;
        this.pumps = pumps;
        pumps.add(this);
    }

    /// @param sink called for each batch, in order, on one thread
    /// @param end called once, after the last batch
    void start(Consumer<List<byte[]>> sink, Runnable end) {
        started = true;
        Thread.ofVirtual().name("sluice-frames " + name).start(() -> run(sink, end));
    }

    private void run(Consumer<List<byte[]>> sink, Runnable end) {
        try {
            List<byte[]> batch;
            while (!(batch = frames.next()).isEmpty()) {
                sink.accept(batch);
            }
        } catch (InterruptedException stopped) {
            // Nobody interrupts this thread but the end of the process: treated as the stream's
            // end.
        } finally {
            frames.close();
            try {
                end.run();
            } finally {
                pumps.remove(this);
            }
        }
    }

    /// Whether the reader has dealt with every frame there is, and with the end when there is one.
    boolean isCaughtUp() {
        return !closed && frames.isCaughtUp();
    }

    @Override
    public void close() {
        closed = true;
        frames.close();
        if (!started) {
            pumps.remove(this);
        }
    }
}
