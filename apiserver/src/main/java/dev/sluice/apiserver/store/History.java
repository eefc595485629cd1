package dev.sluice.apiserver.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The recent changes, as one linked log per resource, so that watches resume and pages agree (H5.30). The writer alone
/// appends and trims; readers follow the links without locks. A reader that stands on a trimmed link can still go on,
/// but [#oldest] tells that it is too late: it is cut off.
public final class History {
    /// Byte bound of the window; what is older goes, however few events are left.
    private static final long WINDOW_BYTES = 64L << 20;

    private static final StoredObject ORIGIN =
            new StoredObject(new ObjectKey("", "", ""), "", 0, new byte[0]);

    private final int eventsMin;
    private final long millisMin;
    private final Map<String, Log> logs = new ConcurrentHashMap<>();
    private final Deque<StoreEvent> window = new ArrayDeque<>();
    private long bytes;
    private volatile long oldest;

    History(int eventsMin, Duration timeMin, long oldest) {
        this.eventsMin = eventsMin;
        this.millisMin = timeMin.toMillis();
        this.oldest = oldest;
    }

    /// Every change after this revision is here; a reader that has not seen this revision has missed something.
    public long oldest() {
        return oldest;
    }

    /// The newest link of a resource's log: from here on only later changes follow.
    public StoreEvent newest(String resource) {
        return log(resource).tail;
    }

    /// A link from which all changes after `revision` follow, and possibly some before it.
    ///
    /// @return null when the changes are not all here any more
    public @Nullable StoreEvent from(String resource, long revision) {
        StoreEvent head = log(resource).head;
        return revision < oldest ? null : head;
    }

    /// The resource as it was.
    ///
    /// @param now a snapshot at or after `revision`
    /// @return null when the revision is too old
    public @Nullable SortedTree<StoredObject> at(Snapshot now, String resource, long revision) {
        SortedTree<StoredObject> tree = now.of(resource);
        StoreEvent link = from(resource, revision);
        if (link == null) {
            return null;
        }
        List<StoreEvent> undone = new ArrayList<>();
        for (StoreEvent e = link.next();
                e != null && e.revision() <= now.revision();
                e = e.next()) {
            if (e.revision() > revision) {
                undone.add(e);
            }
        }
        for (StoreEvent event : undone.reversed()) {
            StoredObject before = event.previous();
            String path = event.object().key().path();
            tree = before == null ? tree.without(path) : tree.with(path, before);
        }
        return tree;
    }

    void append(StoreEvent event) {
        Log log = log(event.object().key().resource());
        log.tail.link(event);
        log.tail = event;
        window.add(event);
        bytes += event.object().json().length;
    }

    /// Drops what is outside the window.
    ///
    /// @return revisions of rows that nobody needs any more
    List<Long> trim(long nowMillis) {
        List<Long> dead = new ArrayList<>();
        while (!window.isEmpty() && outside(window.getFirst(), nowMillis)) {
            StoreEvent event = window.removeFirst();
            bytes -= event.object().json().length;
            log(event.object().key().resource()).head = event;
            oldest = event.revision();
            dead.addAll(supersededBy(event));
        }
        return dead;
    }

    /// The rows that are of no use once an event is out of the window: the state before it, and the mark of a deletion.
    static List<Long> supersededBy(StoreEvent event) {
        List<Long> rows = new ArrayList<>(2);
        StoredObject previous = event.previous();
        if (previous != null) {
            rows.add(previous.revision());
        }
        if (event.type() == StoreEvent.Type.DELETED) {
            rows.add(event.revision());
        }
        return rows;
    }

    private boolean outside(StoreEvent event, long nowMillis) {
        boolean many = window.size() > eventsMin;
        boolean old = nowMillis - event.committedMillis() > millisMin;
        return (many && old) || bytes > WINDOW_BYTES;
    }

    private Log log(String resource) {
        return logs.computeIfAbsent(resource, _ -> new Log());
    }

    /// The changes of one resource. `head` is a link whose successor is the oldest change kept.
    private static final class Log {
        private volatile StoreEvent head = new StoreEvent(StoreEvent.Type.ADDED, ORIGIN, null, 0);
        private volatile StoreEvent tail = head;
    }
}
