package dev.sluice.localcluster.inprocess;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/// A body that goes on: one batch of frames for each time the reader asks.
final class StreamedBody implements AsyncBody {
    private final FramePump pump;
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Semaphore asked = new Semaphore(0);
    private boolean started;

    StreamedBody(FramePump pump, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        this.pump = pump;
        this.consumer = consumer;
    }

    @Override
    public synchronized void consume() {
        asked.release();
        if (!started) {
            started = true;
            pump.start(this::deliver, () -> done.complete(null));
        }
    }

    private void deliver(List<byte[]> batch) {
        asked.acquireUninterruptibly();
        if (done.isDone()) {
            return;
        }
        try {
            consumer.consume(batch.stream().map(ByteBuffer::wrap).toList(), this);
        } catch (Exception consumersOwn) { // fabric8's interface declares it
            done.completeExceptionally(consumersOwn);
            pump.close();
        }
    }

    @Override
    public CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        pump.close();
        done.cancel(false);
        asked.release();
    }
}
