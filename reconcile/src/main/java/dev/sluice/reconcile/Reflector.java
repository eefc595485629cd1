package dev.sluice.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps one [Cache] equal to the API server: a list, then a watch from its revision; again from the start whenever
/// the watch ends for good (history gone, server restarted).
final class Reflector<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration RETRY_MIN = Duration.ofMillis(100);
    private static final Duration RETRY_MAX = Duration.ofSeconds(10);

    private final Wire wire;
    private final Cache<T> cache;
    private final CountDownLatch listed = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;

    Reflector(Wire wire, Cache<T> cache) {
        this.wire = wire;
        this.cache = cache;
        this.thread =
                Thread.ofVirtual()
                        .name("sluice-reflector-" + cache.kind().getSimpleName())
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Waits until the first list is in the cache.
    void awaitListed() throws InterruptedException {
        listed.await();
    }

    private void run() {
        Duration pause = RETRY_MIN;
        while (!closed) {
            try {
                listAndWatch();
                pause = RETRY_MIN;
            } catch (KubernetesClientException refused) {
                LOG.atWarn()
                        .addKeyValue("kind", cache.kind().getSimpleName())
                        .addKeyValue("error", refused.getMessage())
                        .log("listing failed, trying again");
                pause =
                        pause.multipliedBy(2).compareTo(RETRY_MAX) < 0
                                ? pause.multipliedBy(2)
                                : RETRY_MAX;
            } catch (InterruptedException stop) {
                return;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException stop) {
                return;
            }
        }
    }

    private void listAndWatch() throws InterruptedException {
        Wire.Listed<T> list = wire.list(cache.kind());
        cache.seenAll(list.items(), list.revision());
        listed.countDown();
        String cause = watch(list.revision());
        if (!closed) {
            LOG.atInfo()
                    .addKeyValue("kind", cache.kind().getSimpleName())
                    .addKeyValue("cause", cause)
                    .log("watch ended, listing again");
        }
    }

    /// Follows a watch to its end.
    ///
    /// @return why it ended, as far as that is known
    private String watch(long revision) throws InterruptedException {
        var frames = new Lines(this::frame);
        AsyncBody body = null;
        try {
            HttpResponse<AsyncBody> answer =
                    wire.http()
                            .consumeBytes(
                                    wire.watch(cache.kind(), revision),
                                    (pieces, stream) -> {
                                        pieces.forEach(frames::accept);
                                        stream.consume();
                                    })
                            .get();
            body = answer.body();
            if (!answer.isSuccessful()) {
                return "it was answered " + answer.code();
            }
            body.consume();
            body.done().get();
            return "the server ended it";
        } catch (ExecutionException failed) {
            return String.valueOf(failed.getMessage());
        } finally {
            if (body != null) {
                body.cancel();
            }
        }
    }

    private void frame(byte[] line) {
        try {
            Peek peek = peek(line);
            switch (peek.type()) {
                case "ADDED", "MODIFIED" -> {
                    if (!cache.seenAgain(peek.key(), peek.revision())) {
                        cache.seen(object(line, peek.key()));
                    }
                }
                case "DELETED" -> cache.seenGone(peek.key(), peek.revision());
                case "ERROR" ->
                        throw new IllegalStateException(new String(line, StandardCharsets.UTF_8));
                default -> {}
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(
                    "a watch of " + cache.kind().getSimpleName() + " is broken", broken);
        }
    }

    private Peek peek(byte[] line) throws IOException {
        try (JsonParser parser = wire.json().parser(line)) {
            return Peek.of(parser);
        }
    }

    private T object(byte[] line, Key key) throws IOException {
        try (JsonParser parser = wire.json().parser(line)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean found = parser.currentName().equals("object");
                parser.nextToken();
                if (found) {
                    return wire.json()
                            .reader(cache.kind(), cache.get(key).orElse(null))
                            .readValue(parser);
                }
                parser.skipChildren();
            }
        }
        throw new IOException("no object in " + new String(line, StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
