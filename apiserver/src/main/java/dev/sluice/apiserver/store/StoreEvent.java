package dev.sluice.apiserver.store;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// One committed change, a link of its resource's log. The event is encoded once, whoever is watching (H5.32).
public final class StoreEvent {
    private static final byte[] ADDED =
            "{\"type\":\"ADDED\",\"object\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MODIFIED =
            "{\"type\":\"MODIFIED\",\"object\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELETED =
            "{\"type\":\"DELETED\",\"object\":".getBytes(StandardCharsets.US_ASCII);

    /// What happened, in the words of a watch.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED
    }

    private final Type type;
    private final StoredObject object;
    private final @Nullable StoredObject previous;
    private final long committedMillis;
    private volatile @Nullable WeakReference<byte[]> frame;
    private volatile @Nullable StoreEvent next;

    /// @param object the new state; of a deletion the last state at the deletion's revision
    /// @param previous the state before, null when the object is new
    StoreEvent(
            Type type, StoredObject object, @Nullable StoredObject previous, long committedMillis) {
        this.type = type;
        this.object = object;
        this.previous = previous;
        this.committedMillis = committedMillis;
    }

    public Type type() {
        return type;
    }

    public StoredObject object() {
        return object;
    }

    public @Nullable StoredObject previous() {
        return previous;
    }

    public long revision() {
        return object.revision();
    }

    long committedMillis() {
        return committedMillis;
    }

    /// The event as a line of a watch in the storage version, with its newline. Shared by those who watch at the time,
    /// never to be changed; forgotten at the next collection, since it is the object's JSON once more.
    public byte[] frame() {
        WeakReference<byte[]> reference = frame;
        byte[] known = reference == null ? null : reference.get();
        if (known == null) {
            known = frame(type, object.json());
            frame = new WeakReference<>(known);
        }
        return known;
    }

    /// A line of a watch.
    public static byte[] frame(Type type, byte[] object) {
        byte[] head =
                switch (type) {
                    case ADDED -> ADDED;
                    case MODIFIED -> MODIFIED;
                    case DELETED -> DELETED;
                };
        byte[] line = new byte[head.length + object.length + 2];
        System.arraycopy(head, 0, line, 0, head.length);
        System.arraycopy(object, 0, line, head.length, object.length);
        line[line.length - 2] = '}';
        line[line.length - 1] = '\n';
        return line;
    }

    /// The next change of the same resource, or null when this is the newest.
    public @Nullable StoreEvent next() {
        return next;
    }

    void link(StoreEvent newer) {
        next = newer;
    }
}
