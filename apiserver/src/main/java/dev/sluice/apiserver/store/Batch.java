package dev.sluice.apiserver.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Commits that share one sync, while they are put together: each sees the state that the ones before it leave.
final class Batch {
    private final Map<String, SortedTree<StoredObject>> objects;
    private final List<StoreEvent> events = new ArrayList<>();
    private final long millis;
    private long revision;

    Batch(Snapshot before, long millis) {
        this.objects = new HashMap<>(before.objects());
        this.revision = before.revision();
        this.millis = millis;
    }

    long millis() {
        return millis;
    }

    List<StoreEvent> events() {
        return events;
    }

    Snapshot result() {
        return new Snapshot(revision, objects);
    }

    List<Journal.Row> rows() {
        List<Journal.Row> rows = new ArrayList<>(events.size());
        for (StoreEvent event : events) {
            StoredObject object = event.object();
            StoredObject previous = event.previous();
            rows.add(
                    new Journal.Row(
                            object.revision(),
                            object.key(),
                            object.uid(),
                            event.type() == StoreEvent.Type.DELETED,
                            previous == null ? 0 : previous.revision(),
                            millis,
                            object.json()));
        }
        return rows;
    }

    /// Whether a commit makes the data larger than they are.
    boolean grows(List<Change> changes) {
        for (Change change : changes) {
            if (change instanceof Change.Put put) {
                SortedTree<StoredObject> tree = objects.get(put.key().resource());
                StoredObject held = tree == null ? null : tree.get(put.key().path());
                if (held == null || put.draft().json().length > held.json().length) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Applies all changes of one commit, or none.
    Commit apply(List<Change> changes) {
        int eventsBefore = events.size();
        long revisionBefore = revision;
        Map<String, SortedTree<StoredObject>> undo = new HashMap<>();
        List<StoredObject> results = new ArrayList<>(changes.size());
        for (Change change : changes) {
            ObjectKey key = change.key();
            SortedTree<StoredObject> tree =
                    objects.getOrDefault(key.resource(), SortedTree.empty());
            undo.putIfAbsent(key.resource(), tree);
            StoredObject held = tree.get(key.path());
            if (!asExpected(change, held)) {
                objects.putAll(undo);
                events.subList(eventsBefore, events.size()).clear();
                revision = revisionBefore;
                return new Commit.Stale(key, held);
            }
            results.add(perform(change, tree, held));
        }
        return new Commit.Done(results);
    }

    private static boolean asExpected(Change change, @Nullable StoredObject held) {
        if (change.expected() == Change.ANY) {
            return held != null || change instanceof Change.Put;
        }
        return (held == null ? Change.ABSENT : held.revision()) == change.expected()
                && (held != null || change instanceof Change.Put);
    }

    private StoredObject perform(
            Change change, SortedTree<StoredObject> tree, @Nullable StoredObject held) {
        long given = ++revision;
        ObjectKey key = change.key();
        return switch (change) {
            case Change.Put put -> {
                StoredObject object = StoredObject.of(key, put.draft(), given);
                objects.put(key.resource(), tree.with(key.path(), object));
                events.add(
                        new StoreEvent(
                                held == null ? StoreEvent.Type.ADDED : StoreEvent.Type.MODIFIED,
                                object,
                                held,
                                millis));
                yield object;
            }
            case Change.Delete _ -> {
                if (held == null) {
                    throw new IllegalStateException("delete of absent " + key);
                }
                StoredObject last = held.at(given);
                objects.put(key.resource(), tree.without(key.path()));
                events.add(new StoreEvent(StoreEvent.Type.DELETED, last, held, millis));
                yield last;
            }
        };
    }
}
