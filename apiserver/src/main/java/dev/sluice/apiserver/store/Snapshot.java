package dev.sluice.apiserver.store;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All objects at one revision. Immutable (H5.4).
public final class Snapshot {
    private final long revision;
    private final Map<String, SortedTree<StoredObject>> objects;

    Snapshot(long revision, Map<String, SortedTree<StoredObject>> objects) {
        this.revision = revision;
        this.objects = objects;
    }

    public long revision() {
        return revision;
    }

    public @Nullable StoredObject get(ObjectKey key) {
        return of(key.resource()).get(key.path());
    }

    /// The objects of a resource by namespace and name.
    public SortedTree<StoredObject> of(String resource) {
        SortedTree<StoredObject> tree = objects.get(resource);
        return tree == null ? SortedTree.empty() : tree;
    }

    /// The resources that have or had objects.
    public Iterable<String> resources() {
        return objects.keySet();
    }

    Map<String, SortedTree<StoredObject>> objects() {
        return objects;
    }
}
