package dev.sluice.apiserver.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.store.Change;
import dev.sluice.apiserver.store.Commit;
import dev.sluice.apiserver.store.ObjectKey;
import dev.sluice.apiserver.store.Snapshot;
import dev.sluice.apiserver.store.Store;
import dev.sluice.apiserver.store.StoreReadOnly;
import dev.sluice.apiserver.store.StoredObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Removes events some time after their last write, and the oldest ones when there are too many (H2.60).
///
/// Which revision was the newest at what time is noted at each round; so whether an event has had its time follows from
/// its revision, and nothing has to be parsed. Only those that an earlier process has left are: once, for the times in them.
public final class EventExpiry {
    /// How many events stay unless told otherwise.
    public static final int EVENTS_MAX = 20_000;

    private static final Logger LOG = LoggerFactory.getLogger(EventExpiry.class);
    private static final String EVENTS = "events";
    private static final int BATCH_MAX = 100;

    private final Store store;
    private final Duration ttl;
    private final int max;
    private final long inheritedUpTo;
    private final Map<ObjectKey, Instant> inherited = new HashMap<>();
    private final Deque<Mark> marks = new ArrayDeque<>();

    /// What was the newest revision at a time.
    private record Mark(Instant at, long revision) {}

    /// @param ttl how long an event stays after its last write
    /// @param max how many events stay, however young they are
    public EventExpiry(Store store, Duration ttl, int max) {
        this.store = store;
        this.ttl = ttl;
        this.max = max;
        this.inheritedUpTo = store.snapshot().revision();
    }

    /// One round.
    ///
    /// @param now not before that of the round before
    /// @return how many events were removed
    public synchronized int expire(Instant now) {
        Snapshot snapshot = store.snapshot();
        long over = over(now, snapshot.revision());
        Instant limit = now.minus(ttl);
        List<StoredObject> expired = new ArrayList<>();
        List<StoredObject> living = new ArrayList<>();
        Iterator<StoredObject> events = snapshot.of(EVENTS).from("", "");
        while (events.hasNext()) {
            StoredObject event = events.next();
            (isOver(event, over, limit) ? expired : living).add(event);
        }
        if (living.size() > max) {
            living.sort(Comparator.comparingLong(StoredObject::revision));
            expired.addAll(living.subList(0, living.size() - max));
        }
        return remove(expired);
    }

    /// Up to which revision all that was not written again has had its time.
    private long over(Instant now, long newest) {
        marks.addLast(new Mark(now, newest));
        Instant limit = now.minus(ttl);
        long over = 0;
        while (!marks.getFirst().at().isAfter(limit)) {
            over = marks.removeFirst().revision();
        }
        if (over > 0) {
            marks.addFirst(new Mark(limit, over));
        }
        if (over >= inheritedUpTo) {
            inherited.clear();
        }
        return over;
    }

    private boolean isOver(StoredObject event, long over, Instant limit) {
        if (event.revision() <= over) {
            return true;
        }
        return event.revision() <= inheritedUpTo
                && !inherited
                        .computeIfAbsent(event.key(), _ -> lastWrite(event.copy()))
                        .isAfter(limit);
    }

    /// Who wrote an event says when, in its managed fields.
    private static Instant lastWrite(JsonNode event) {
        JsonNode metadata = event.path("metadata");
        Instant last = time(metadata.path("creationTimestamp"));
        for (JsonNode entry : metadata.path("managedFields")) {
            Instant time = time(entry.path("time"));
            last = time.isAfter(last) ? time : last;
        }
        return last;
    }

    private static Instant time(JsonNode text) {
        try {
            return text.isTextual() ? Instant.parse(text.asText()) : Instant.EPOCH;
        } catch (DateTimeException noTime) {
            return Instant.EPOCH;
        }
    }

    /// A few at a time, so that other writers come in between.
    private int remove(List<StoredObject> expired) {
        int removed = 0;
        try {
            for (int from = 0; from < expired.size(); from += BATCH_MAX) {
                List<StoredObject> some =
                        expired.subList(from, Math.min(expired.size(), from + BATCH_MAX));
                removed += removeTogether(some);
            }
        } catch (StoreReadOnly full) {
            LOG.warn("Events stay, since nothing can be written: {}", full.getMessage());
        }
        return removed;
    }

    /// Whoever was written again meanwhile stays, and the others of its batch go one by one.
    private int removeTogether(List<StoredObject> some) {
        List<Change> changes = new ArrayList<>(some.size());
        for (StoredObject event : some) {
            changes.add(new Change.Delete(event.key(), event.revision()));
        }
        if (store.commit(changes) instanceof Commit.Done) {
            return some.size();
        }
        int removed = 0;
        for (Change change : changes) {
            removed += store.commit(List.of(change)) instanceof Commit.Done ? 1 : 0;
        }
        return removed;
    }
}
