package dev.sluice.apiserver.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Objects;
import java.util.function.Consumer;

/// Collects the body of one request, as long as it is not too large (H1.8). Everything happens on the request's event loop.
final class BodyReader {
    /// Larger bodies are refused.
    static final int BYTES_MAX = 3 << 20;

    /// So much more is taken and dropped, so that an honest client reads the refusal; then the connection is cut.
    private static final long DROPPED_BYTES_MAX = 16L << 20;

    /// A body that takes longer is given up: whoever sends it so slowly holds a place that others need (H7.21).
    private static final long MILLIS_MAX = 60_000;

    private final HttpServerRequest request;
    private final Buffer body = Buffer.buffer();
    private long dropped;

    private BodyReader(HttpServerRequest request) {
        this.request = request;
    }

    /// @param whole gets the body
    /// @param tooLarge is told when it is over and was too large
    /// @param gone is told when the connection ends before the body does
    static void read(
            HttpServerRequest request, Consumer<Buffer> whole, Runnable tooLarge, Runnable gone) {
        BodyReader reader = new BodyReader(request);
        Vertx vertx =
                Objects.requireNonNull(Vertx.currentContext(), "not on an event loop").owner();
        long timer = vertx.setTimer(MILLIS_MAX, _ -> request.connection().close());
        request.exceptionHandler(
                _ -> {
                    vertx.cancelTimer(timer);
                    gone.run();
                });
        request.handler(reader::take);
        request.endHandler(
                _ -> {
                    vertx.cancelTimer(timer);
                    if (reader.dropped > 0) {
                        tooLarge.run();
                    } else {
                        whole.accept(reader.body);
                    }
                });
    }

    private void take(Buffer chunk) {
        if (dropped == 0 && body.length() + chunk.length() <= BYTES_MAX) {
            body.appendBuffer(chunk);
            return;
        }
        dropped += chunk.length();
        if (dropped > DROPPED_BYTES_MAX) {
            request.connection().close();
        }
    }
}
