package dev.sluice.reconcile;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps one [Cache] equal to the API server: a list, then a watch from its revision; again from the start whenever
/// the watch ends for good (history gone, server restarted). Without a [Link] it tries for ever; with one, what cannot be
/// listed or watched again is the end of the link.
final class Reflector<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration RETRY_MIN = Duration.ofMillis(100);
    private static final Duration RETRY_MAX = Duration.ofSeconds(10);
    private static final String LIST = "failed to list and watch ";

    private final Wire wire;
    private final Cache<T> cache;
    private final @Nullable String namespace;
    private final CountDownLatch listed = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable Link link;
    private volatile boolean watching;

    /// The watch that stands for the link, or the last one; null without a link and when it is lost.
    private volatile @Nullable CompletableFuture<Void> followed;

    private volatile boolean closed;

    /// @param namespace the only one whose objects are seen; null for all
    Reflector(Wire wire, Cache<T> cache, @Nullable String namespace) {
        this.wire = wire;
        this.cache = cache;
        this.namespace = namespace;
        this.thread =
                Thread.ofVirtual()
                        .name("sluice-reflector-" + cache.kind().getSimpleName())
                        .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// As [#start], for a server that may be out of reach.
    void start(Link to) {
        link = to;
        followed = CompletableFuture.completedFuture(null);
        thread.start();
    }

    Class<T> kind() {
        return cache.kind();
    }

    /// Waits until the first list is in the cache.
    void awaitListed() throws InterruptedException {
        listed.await();
    }

    /// Whether a watch stands at this moment.
    boolean watches() {
        return watching;
    }

    /// Whether a link is neither known to stand for this kind nor to be lost: as soon as a watch ends, before anybody has
    /// noticed.
    boolean isBetweenWatches() {
        CompletableFuture<Void> last = followed;
        return last != null && last.isDone();
    }

    private void run() {
        Link to = link;
        if (to == null) {
            runForEver();
        } else {
            run(to);
        }
    }

    /// Follows the kind until the link is lost.
    private void run(Link to) {
        try {
            while (!closed) {
                Clock.Alarm limit = to.limit(cache.kind());
                try {
                    listAndWatch(limit);
                } finally {
                    watching = false;
                    limit.cancel();
                }
                // A server that ends each watch at once is not asked without a pause.
                Thread.sleep(RETRY_MIN);
            }
        } catch (KubernetesClientException refused) {
            // A kind that is gone later takes its objects with it; whoever connects anew finds out.
            if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND && !to.isMade()) {
                to.lacking(cache.kind());
            } else {
                to.lose(Loss.of(LIST + cache.kind().getSimpleName(), path(), refused));
            }
        } catch (UncheckedIOException noList) {
            to.lose(new Loss.Unreached(LIST + cache.kind().getSimpleName(), path(), noList));
        } catch (InterruptedException stop) {
            // Closed: nobody waits for this kind any more.
        } finally {
            followed = null;
            listed.countDown();
        }
    }

    private String path() {
        return wire.route(cache.kind()).collection(namespace);
    }

    private void runForEver() {
        Duration pause = RETRY_MIN;
        while (!closed) {
            try {
                listAndWatch(() -> {});
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

    /// @param limit taken back once the watch stands
    private void listAndWatch(Clock.Alarm limit) throws InterruptedException {
        Wire.Listed<T> list = wire.list(cache.kind(), namespace);
        cache.seenAll(list.items(), list.revision());
        if (link == null) {
            listed.countDown();
        }
        String cause = watch(list.revision(), limit);
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
    /// @throws KubernetesClientException when there is a link and the watch did not come to stand
    private String watch(long revision, Clock.Alarm limit) throws InterruptedException {
        var frames = new Lines(this::frame);
        AsyncBody body = null;
        CompletableFuture<HttpResponse<AsyncBody>> asked =
                wire.http()
                        .consumeBytes(
                                wire.watch(cache.kind(), namespace, revision),
                                (pieces, stream) -> {
                                    pieces.forEach(frames::accept);
                                    stream.consume();
                                });
        try {
            HttpResponse<AsyncBody> answer = asked.get();
            body = answer.body();
            if (!answer.isSuccessful()) {
                if (link != null && answer.code() != HttpURLConnection.HTTP_GONE) {
                    throw new KubernetesClientException(
                            "the watch was answered " + answer.code(), answer.code(), null);
                }
                return "it was answered " + answer.code();
            }
            watching = true;
            if (link != null) {
                followed = body.done();
            }
            limit.cancel();
            listed.countDown();
            body.consume();
            body.done().get();
            return "the server ended it";
        } catch (ExecutionException failed) {
            if (link != null && body == null) {
                throw KubernetesClientException.launderThrowable(failed.getCause());
            }
            return String.valueOf(failed.getMessage());
        } finally {
            asked.cancel(false);
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
