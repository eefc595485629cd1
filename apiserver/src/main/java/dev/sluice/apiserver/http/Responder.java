package dev.sluice.apiserver.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.ServerWebSocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Writes one answer to its socket, on the virtual thread of its request. A stream is written as fast as the client reads:
/// each batch of frames waits until the one before it has gone to the socket (H5.40).
final class Responder {
    /// A client that takes nothing for so long is cut off.
    private static final int STALLED_SECONDS_MAX = 30;

    /// Larger bodies are compressed when the client allows it (H1.7).
    private static final int GZIP_BYTES_MIN = 128 << 10;

    private final HttpServerRequest request;
    private final boolean paused;
    private final String auditId;

    /// @param paused whether the request must be resumed before it is answered
    /// @param auditId names the request in the audit log and in its answer (H1.6)
    Responder(HttpServerRequest request, boolean paused, String auditId) {
        this.auditId = auditId;
        this.request = request;
        this.paused = paused;
    }

    void send(ApiResponse answer) {
        switch (answer) {
            case ApiResponse.Whole whole -> sendWhole(whole);
            case ApiResponse.Stream stream -> {
                try (FrameSource frames = stream.frames()) {
                    if (isUpgrade()) {
                        sendToWebSocket(frames);
                    } else {
                        sendChunks(stream, frames);
                    }
                }
            }
        }
    }

    private boolean isUpgrade() {
        String upgrade = request.getHeader("Upgrade");
        return upgrade != null
                && upgrade.equalsIgnoreCase("websocket")
                && request.canUpgradeToWebSocket();
    }

    private void sendWhole(ApiResponse.Whole whole) {
        HttpServerResponse response = head(whole);
        byte[] body = whole.body();
        String accepted = request.getHeader("Accept-Encoding");
        if (body.length > GZIP_BYTES_MIN && accepted != null && accepted.contains("gzip")) {
            body = gzip(body);
            response.putHeader("Content-Encoding", "gzip");
            response.putHeader("Vary", "Accept-Encoding");
        }
        if (paused) {
            request.resume();
        }
        // a client that has gone is no failure of ours
        response.end(Buffer.buffer(body));
    }

    private HttpServerResponse head(ApiResponse answer) {
        HttpServerResponse response = request.response();
        response.setStatusCode(answer.code());
        answer.headers().forEach(response::putHeader);
        response.putHeader("Audit-Id", auditId);
        response.putHeader("Cache-Control", "no-cache, private");
        return response;
    }

    private void sendChunks(ApiResponse.Stream stream, FrameSource frames) {
        HttpServerResponse response = head(stream);
        response.setChunked(true);
        response.closeHandler(_ -> frames.close());
        response.exceptionHandler(_ -> frames.close());
        boolean alive = await(response.writeHead());
        while (alive) {
            List<byte[]> batch = next(frames);
            if (batch.isEmpty()) {
                response.end();
                return;
            }
            alive = await(response.write(Buffer.buffer(joined(batch))));
        }
        response.reset();
    }

    private void sendToWebSocket(FrameSource frames) {
        ServerWebSocket socket;
        try {
            socket =
                    request.toWebSocket()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .get(STALLED_SECONDS_MAX, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException failed) {
            return;
        }
        socket.closeHandler(_ -> frames.close());
        socket.exceptionHandler(_ -> frames.close());
        boolean alive = true;
        while (alive) {
            List<byte[]> batch = next(frames);
            if (batch.isEmpty()) {
                socket.close();
                return;
            }
            Future<Void> last = Future.succeededFuture();
            for (byte[] frame : batch) {
                last =
                        socket.writeTextMessage(
                                new String(frame, 0, frame.length - 1, StandardCharsets.UTF_8));
            }
            alive = await(last);
        }
        socket.close();
    }

    private static List<byte[]> next(FrameSource frames) {
        try {
            return frames.next();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /// @return false when the client has gone or does not read
    private static boolean await(Future<Void> written) {
        try {
            written.toCompletionStage()
                    .toCompletableFuture()
                    .get(STALLED_SECONDS_MAX, TimeUnit.SECONDS);
            return true;
        } catch (ExecutionException | TimeoutException | InterruptedException gone) {
            return false;
        }
    }

    private static byte[] joined(List<byte[]> batch) {
        if (batch.size() == 1) {
            return batch.getFirst();
        }
        int length = 0;
        for (byte[] frame : batch) {
            length += frame.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] frame : batch) {
            System.arraycopy(frame, 0, all, at, frame.length);
            at += frame.length;
        }
        return all;
    }

    private static byte[] gzip(byte[] body) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(body.length / 4);
        try (GZIPOutputStream zip = new FastGzip(out)) {
            zip.write(body);
        } catch (IOException impossible) {
            throw new UncheckedIOException("compressing in memory failed", impossible);
        }
        return out.toByteArray();
    }

    /// Level 1: the network is loopback, time counts.
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(ByteArrayOutputStream out) throws IOException {
            super(out, 16 << 10);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
