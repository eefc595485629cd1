package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps one [Cache] equal to the API server: a list, then a watch from its revision; again from the start whenever
/// the watch ends for good (history gone, server restarted).
final class Reflector<T extends HasMetadata> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);
    private static final Duration RETRY_MIN = Duration.ofMillis(100);
    private static final Duration RETRY_MAX = Duration.ofSeconds(10);

    private final KubernetesClient client;
    private final Cache<T> cache;
    private final CountDownLatch listed = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;

    Reflector(KubernetesClient client, Cache<T> cache) {
        this.client = client;
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
        KubernetesResourceList<T> list = client.resources(cache.kind()).inAnyNamespace().list();
        String revision = list.getMetadata().getResourceVersion();
        cache.seenAll(list.getItems(), Long.parseLong(revision));
        listed.countDown();
        var ended = new Ended();
        var options =
                new ListOptionsBuilder()
                        .withResourceVersion(revision)
                        .withAllowWatchBookmarks(true)
                        .build();
        try (Watch _ =
                client.resources(cache.kind())
                        .inAnyNamespace()
                        .watch(options, new Listener(ended))) {
            ended.latch.await();
        }
        WatcherException cause = ended.cause.get();
        if (cause != null && !closed) {
            LOG.atInfo()
                    .addKeyValue("kind", cache.kind().getSimpleName())
                    .addKeyValue("cause", cause.getMessage())
                    .log("watch ended, listing again");
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    /// How a watch ended.
    private static final class Ended {
        private final CountDownLatch latch = new CountDownLatch(1);
        private final AtomicReference<@Nullable WatcherException> cause = new AtomicReference<>();
    }

    private final class Listener implements Watcher<T> {
        private final Ended ended;

        Listener(Ended ended) {
            this.ended = ended;
        }

        @Override
        public void eventReceived(Action action, T object) {
            switch (action) {
                case ADDED, MODIFIED -> cache.seen(object);
                case DELETED -> cache.seenGone(object);
                case BOOKMARK, ERROR -> {}
            }
        }

        @Override
        public void onClose(WatcherException because) {
            ended.cause.set(because);
            ended.latch.countDown();
        }

        @Override
        public void onClose() {
            ended.latch.countDown();
        }
    }
}
