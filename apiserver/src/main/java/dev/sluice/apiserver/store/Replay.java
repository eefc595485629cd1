package dev.sluice.apiserver.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A store's state while it is made anew from the rows of its journal, by revision: the objects that are left, the events
/// that watches may still want, and the rows that nobody needs any more.
final class Replay {
    private final History history;
    private final Map<String, SortedMap<String, StoredObject>> objects = new HashMap<>();
    private final List<Long> dead = new ArrayList<>();
    private long revision;

    /// @param history gets the events
    /// @param revision the highest ever given, as far as it is known without the rows
    Replay(History history, long revision) {
        this.history = history;
        // the first commit of a new data directory gets 2 (H5.1)
        this.revision = Math.max(1, revision);
    }

    void take(Journal.Row row) {
        SortedMap<String, StoredObject> held =
                objects.computeIfAbsent(row.key().resource(), _ -> new TreeMap<>());
        StoredObject object = new StoredObject(row.key(), row.uid(), row.revision(), row.value());
        String path = row.key().path();
        StoredObject previous = row.deleted() ? held.remove(path) : held.put(path, object);
        StoreEvent event =
                new StoreEvent(
                        row.deleted()
                                ? StoreEvent.Type.DELETED
                                : previous == null
                                        ? StoreEvent.Type.ADDED
                                        : StoreEvent.Type.MODIFIED,
                        object,
                        previous,
                        row.committedMillis());
        if (row.revision() > history.oldest()) {
            history.append(event);
        } else {
            dead.addAll(History.supersededBy(event));
        }
        revision = Math.max(revision, row.revision());
    }

    Snapshot result() {
        Map<String, SortedTree<StoredObject>> trees = HashMap.newHashMap(objects.size());
        objects.forEach((resource, held) -> trees.put(resource, SortedTree.of(held)));
        return new Snapshot(revision, trees);
    }

    /// Revisions of rows that nobody needs any more.
    List<Long> dead() {
        return dead;
    }
}
