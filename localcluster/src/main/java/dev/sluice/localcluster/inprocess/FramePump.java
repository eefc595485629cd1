package dev.sluice.localcluster.inprocess;

import dev.sluice.apiserver.http.FrameSource;
import java.util.List;
import java.util.function.Consumer;

/// The thread that pulls a stream's frames and gives them to whoever reads it.
final class FramePump implements AutoCloseable {
    private final FrameSource frames;
    private final String name;
    private final Pumps pumps;

    FramePump(FrameSource frames, String name, Pumps pumps) {
        this.frames = frames;
        this.name = name;
        this.pumps = pumps;
        pumps.add(this);
    }

    /// @param sink called for each batch, in order, on one thread
    /// @param end called once, after the last batch
    void start(Consumer<List<byte[]>> sink, Runnable end) {
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
            close();
            end.run();
        }
    }

    /// Whether the reader has dealt with every frame there is.
    boolean isCaughtUp() {
        return frames.isCaughtUp();
    }

    @Override
    public void close() {
        frames.close();
        pumps.remove(this);
    }
}
