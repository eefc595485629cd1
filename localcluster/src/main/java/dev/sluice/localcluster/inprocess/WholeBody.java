package dev.sluice.localcluster.inprocess;

import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// A body that is there at once; it is delivered on the thread that asks for it.
final class WholeBody implements AsyncBody {
    private final byte[] body;
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private boolean delivered;

    WholeBody(byte[] body, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        this.body = body;
        this.consumer = consumer;
    }

    @Override
    public void consume() {
        if (delivered) {
            done.complete(null);
            return;
        }
        delivered = true;
        if (body.length > 0) {
            deliver();
        }
        done.complete(null);
    }

    @SuppressWarnings("CatchingUnchecked") // whatever the consumer throws belongs to its own future
    private void deliver() {
        try {
            consumer.consume(List.of(ByteBuffer.wrap(body).asReadOnlyBuffer()), this);
        } catch (Exception consumersOwn) {
            done.completeExceptionally(consumersOwn);
        }
    }

    @Override
    public CompletableFuture<Void> done() {
        return done;
    }

    @Override
    public void cancel() {
        done.cancel(false);
    }
}
