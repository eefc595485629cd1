package dev.sluice.apiserver.watch;

import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.http.FrameSource;
import dev.sluice.apiserver.selector.Selector;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoreEvent;
import dev.sluice.apiserver.store.StoredObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// One watch: a cursor in the log of its resource, moved by the thread that sends the frames. It keeps no queue, so a
/// watch that is not read costs nothing; when the log has moved on without it, it is told 410 and ends (H5.16, H5.40).
public final class WatchStream implements FrameSource {
    /// Most frames that one pull hands over.
    private static final int FRAMES_MAX = 500;

    /// How long before its end a watch hears of the revision once more (H5.19).
    private static final long LAST_BOOKMARK_NANOS = Duration.ofSeconds(2).toNanos();

    private final Store store;
    private final WatchHub hub;
    private final Request request;
    private final WatchFormat format;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final long deadlineNanos;
    private @Nullable Iterator<StoredObject> initial;
    private boolean initialEndPending;
    private boolean lastBookmarkSent;
    private volatile StoreEvent cursor;

    /// False only while the pulling thread waits for something to come.
    private volatile boolean busy = true;

    private long delivered;
    private long nextBookmarkNanos;
    private boolean signalled;
    private volatile boolean ended;

    /// What is watched.
    ///
    /// @param resource as stored
    /// @param namespace empty for all
    /// @param from events after this revision
    /// @param initial objects to send first, as ADDED; null for none
    /// @param initialEndBookmark whether a bookmark ends the initial objects (H5.20)
    /// @param bookmarks whether bookmarks are wanted
    public record Request(
            String resource,
            String namespace,
            Selector selector,
            long from,
            @Nullable Iterator<StoredObject> initial,
            boolean initialEndBookmark,
            boolean bookmarks,
            Duration timeout,
            Duration bookmarkInterval) {}

    private WatchStream(
            Store store, WatchHub hub, Request request, WatchFormat format, StoreEvent cursor) {
        this.store = store;
        this.hub = hub;
        this.request = request;
        this.format = format;
        this.cursor = lastUpTo(request.from(), cursor);
        this.delivered = request.from();
        this.initial = request.initial();
        this.initialEndPending = request.initialEndBookmark();
        long now = System.nanoTime();
        this.deadlineNanos = now + request.timeout().toNanos();
        this.nextBookmarkNanos = now + request.bookmarkInterval().toNanos();
    }

    /// Opens a watch.
    ///
    /// @return a stream that says 410 and ends when the changes after `request.from` are not all there
    public static FrameSource open(Store store, WatchHub hub, Request request, WatchFormat format) {
        StoreEvent cursor = store.history().from(request.resource(), request.from());
        if (cursor == null) {
            return FrameSources.of(format.error(tooOld(request.from(), store.history().oldest())));
        }
        WatchStream watch = new WatchStream(store, hub, request, format, cursor);
        hub.add(watch);
        return watch;
    }

    /// The last link of a log that a watch from `revision` has no need to see.
    private static StoreEvent lastUpTo(long revision, StoreEvent first) {
        StoreEvent last = first;
        for (StoreEvent e = first.next(); e != null && e.revision() <= revision; e = e.next()) {
            last = e;
        }
        return last;
    }

    static ApiError tooOld(long revision, long oldest) {
        return new ApiError(
                410,
                "Expired",
                "too old resource version: " + revision + " (" + oldest + ")",
                null);
    }

    String resource() {
        return request.resource();
    }

    @Override
    public List<byte[]> next() throws InterruptedException {
        while (!ended) {
            List<byte[]> frames = new ArrayList<>();
            if (!initialFrames(frames)) {
                liveFrames(frames);
            }
            if (frames.isEmpty()) {
                bookmarkFrame(frames);
            }
            if (!frames.isEmpty()) {
                return frames;
            }
            if (System.nanoTime() >= deadlineNanos) {
                close();
            } else {
                sleep();
            }
        }
        return List.of();
    }

    @Override
    public void close() {
        ended = true;
        hub.remove(this);
        wake();
    }

    /// Looks at the log first: a thread that is found waiting afterwards has dealt with all of it.
    @Override
    public boolean isCaughtUp() {
        StoreEvent next = cursor.next();
        return ended || (next == null && !busy);
    }

    void wake() {
        lock.lock();
        try {
            signalled = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    /// @return true while there may be more initial objects
    private boolean initialFrames(List<byte[]> frames) {
        Iterator<StoredObject> objects = initial;
        if (objects == null) {
            return false;
        }
        while (objects.hasNext() && frames.size() < FRAMES_MAX) {
            StoredObject object = objects.next();
            if (request.selector().matches(object)) {
                frames.add(format.event(StoreEvent.Type.ADDED, object));
            }
        }
        if (objects.hasNext()) {
            return true;
        }
        initial = null;
        if (initialEndPending) {
            initialEndPending = false;
            frames.add(format.bookmark(request.from(), true));
        }
        return !frames.isEmpty();
    }

    private void liveFrames(List<byte[]> frames) {
        long until = store.snapshot().revision();
        if (cursor.revision() < store.history().oldest() && cursor.next() != null && missed()) {
            frames.add(format.error(tooOld(delivered, store.history().oldest())));
            ended = true;
            hub.remove(this);
            return;
        }
        while (frames.size() < FRAMES_MAX) {
            StoreEvent event = cursor.next();
            if (event == null || event.revision() > until) {
                delivered = Math.max(delivered, until);
                return;
            }
            cursor = event;
            if (event.revision() > request.from()) {
                delivered = event.revision();
                add(event, frames);
            }
        }
    }

    /// Whether changes that this watch has not seen have left the window.
    private boolean missed() {
        StoreEvent next = cursor.next();
        return next != null
                && next.revision() > request.from()
                && next.revision() <= store.history().oldest();
    }

    private void add(StoreEvent event, List<byte[]> frames) {
        ObjectKey key = event.object().key();
        if (!request.namespace().isEmpty() && !request.namespace().equals(key.namespace())) {
            return;
        }
        if (request.selector().isEverything()) {
            frames.add(format.event(event));
            return;
        }
        addSelected(event, frames);
    }

    /// Selector transitions (H5.17): coming into sight is ADDED, going out of it is DELETED with the last state seen.
    private void addSelected(StoreEvent event, List<byte[]> frames) {
        StoredObject previous = event.previous();
        boolean before = previous != null && request.selector().matches(previous);
        boolean after =
                event.type() != StoreEvent.Type.DELETED
                        && request.selector().matches(event.object());
        if (before && after) {
            frames.add(format.event(event));
        } else if (after) {
            frames.add(format.event(StoreEvent.Type.ADDED, event.object()));
        } else if (before && previous != null) {
            frames.add(
                    event.type() == StoreEvent.Type.DELETED
                            ? format.event(event)
                            : format.event(StoreEvent.Type.DELETED, previous.at(event.revision())));
        }
    }

    private void bookmarkFrame(List<byte[]> frames) {
        if (!request.bookmarks()) {
            return;
        }
        long now = System.nanoTime();
        boolean nearlyOver = !lastBookmarkSent && now >= deadlineNanos - LAST_BOOKMARK_NANOS;
        if (now >= nextBookmarkNanos || nearlyOver) {
            lastBookmarkSent |= nearlyOver;
            nextBookmarkNanos = now + request.bookmarkInterval().toNanos();
            frames.add(format.bookmark(delivered, false));
        }
    }

    private void sleep() throws InterruptedException {
        long wakeAt = deadlineNanos;
        if (request.bookmarks()) {
            wakeAt = Math.min(wakeAt, nextBookmarkNanos);
            if (!lastBookmarkSent) {
                wakeAt = Math.min(wakeAt, deadlineNanos - LAST_BOOKMARK_NANOS);
            }
        }
        long nanos = wakeAt - System.nanoTime();
        lock.lockInterruptibly();
        try {
            busy = false;
            while (!signalled && !ended && nanos > 0) {
                nanos = woken.awaitNanos(nanos);
            }
            busy = true;
            signalled = false;
        } finally {
            lock.unlock();
        }
    }
}
