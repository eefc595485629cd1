package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is known of the objects of one kind: everything the watch has said, and what the server answered to our own
/// writes, whichever is newer. Objects handed out are shared: nobody changes them.
///
/// Reads never wait. Changes are applied and told to the listeners one after the other, under one lock, so that each
/// listener sees every object's states in order.
public final class Cache<T extends HasMetadata> {
    private static final int GONE_REMEMBERED_MAX = 4_096;

    private final Class<T> kind;
    private final Map<Key, T> objects = new ConcurrentHashMap<>();
    private final Map<String, Index<T>> indexes = new ConcurrentHashMap<>();
    private final List<Consumer<Change<T>>> listeners = new CopyOnWriteArrayList<>();
    private final Settling settling = new Settling();
    private final Recent gone = new Recent(GONE_REMEMBERED_MAX);
    private final ReentrantLock changing = new ReentrantLock();

    Cache(Class<T> kind) {
        this.kind = kind;
        index("namespace", object -> List.of(Key.of(object).namespace()));
    }

    public Class<T> kind() {
        return kind;
    }

    public Optional<T> get(String namespace, String name) {
        return get(new Key(namespace, name));
    }

    public Optional<T> get(Key key) {
        return Optional.ofNullable(objects.get(key));
    }

    /// All objects, in no order; a live view that never fails while it changes.
    public Collection<T> all() {
        return objects.values();
    }

    public Collection<T> inNamespace(String namespace) {
        return by("namespace", namespace);
    }

    /// Adds a way to find objects by the values that `values` takes from them; before the cluster starts.
    public void index(String name, Function<T, ? extends Collection<String>> values) {
        indexes.computeIfAbsent(name, _ -> new Index<>(values));
    }

    /// Objects for which the named index has this value, in no order.
    ///
    /// @throws IllegalArgumentException when no such index was added
    public Collection<T> by(String index, String value) {
        Index<T> found = indexes.get(index);
        if (found == null) {
            throw new IllegalArgumentException(
                    kind.getSimpleName()
                            + " has no index "
                            + index
                            + "; there are "
                            + indexes.keySet());
        }
        return found.get(value);
    }

    /// Tells `listener` of every change from now on, and of every object that is already known. It is called under
    /// the cache's lock: it takes note (puts a key into a queue) and returns.
    public void onChange(Consumer<Change<T>> listener) {
        changing.lock();
        try {
            objects.values().forEach(object -> listener.accept(new Change<>(null, object)));
            listeners.add(listener);
        } finally {
            changing.unlock();
        }
    }

    /// Whether the watch has caught up with everything that was written through [Cluster].
    boolean settled() {
        return settling.settled();
    }

    /// A state from the watch.
    void seen(T object) {
        changing.lock();
        try {
            put(object);
            settling.seen(
                    revision(object),
                    Key.of(object),
                    object.getMetadata().getDeletionTimestamp() != null);
        } finally {
            changing.unlock();
        }
    }

    /// The watch brings a state that may be known already, from the answer to our own write.
    ///
    /// @return whether it is known, or a newer one; else it has to be told with [#seen]
    boolean seenAgain(Key key, long revision) {
        changing.lock();
        try {
            T known = objects.get(key);
            boolean marked = known != null && known.getMetadata().getDeletionTimestamp() != null;
            if (known == null || revision(known) < revision) {
                return false;
            }
            settling.seen(revision, key, marked);
            return true;
        } finally {
            changing.unlock();
        }
    }

    /// The watch says that the object is gone.
    ///
    /// @param revision of its removal
    void seenGone(Key key, long revision) {
        changing.lock();
        try {
            remove(key, revision);
            settling.seenGone(revision, key);
        } finally {
            changing.unlock();
        }
    }

    /// A whole list at `revision`: what it does not hold is gone, unless we know of something newer.
    void seenAll(List<T> listed, long revision) {
        changing.lock();
        try {
            listed.forEach(this::put);
            Map<Key, T> now = new ConcurrentHashMap<>();
            listed.forEach(object -> now.put(Key.of(object), object));
            for (T known : List.copyOf(objects.values())) {
                if (!now.containsKey(Key.of(known)) && revision(known) <= revision) {
                    remove(Key.of(known), revision);
                }
            }
            settling.seenAll(revision);
        } finally {
            changing.unlock();
        }
    }

    /// The server's answer to one of our writes: known at once, before the watch brings it.
    void written(T answer) {
        changing.lock();
        try {
            put(answer);
            Key key = Key.of(answer);
            settling.written(revision(answer), key, vanishes(answer) && objects.containsKey(key));
        } finally {
            changing.unlock();
        }
    }

    /// One of our deletes was accepted; the watch will show its effect.
    void deleting(T object) {
        changing.lock();
        try {
            T known = objects.get(Key.of(object));
            if (known != null
                    && sameUid(known, object)
                    && known.getMetadata().getDeletionTimestamp() == null) {
                settling.deleting(Key.of(object));
            }
        } finally {
            changing.unlock();
        }
    }

    private void put(T object) {
        Key key = Key.of(object);
        T before = objects.get(key);
        long revision = revision(object);
        if (before != null && revision(before) >= revision || gone.revision(key) >= revision) {
            return;
        }
        objects.put(key, object);
        indexes.values().forEach(index -> index.move(key, before, object));
        tell(new Change<>(before, object));
    }

    private void remove(Key key, long revision) {
        T before = objects.get(key);
        gone.remember(key, revision);
        if (before == null || revision(before) > revision) {
            return;
        }
        objects.remove(key);
        indexes.values().forEach(index -> index.move(key, before, null));
        tell(new Change<>(before, null));
    }

    private void tell(Change<T> change) {
        listeners.forEach(listener -> listener.accept(change));
    }

    /// An object that has been marked deleted and that nothing holds any more is removed by the write itself.
    private boolean vanishes(T answer) {
        var metadata = answer.getMetadata();
        Long grace = metadata.getDeletionGracePeriodSeconds();
        // A namespace has finalizers of its own kind besides.
        boolean held =
                answer instanceof Namespace namespace
                        && namespace.getSpec() != null
                        && !namespace.getSpec().getFinalizers().isEmpty();
        return metadata.getDeletionTimestamp() != null
                && !held
                && (metadata.getFinalizers() == null || metadata.getFinalizers().isEmpty())
                && (grace == null || grace == 0);
    }

    private static boolean sameUid(HasMetadata one, HasMetadata other) {
        String uid = other.getMetadata().getUid();
        return uid == null || uid.equals(one.getMetadata().getUid());
    }

    static long revision(HasMetadata object) {
        String text = object.getMetadata().getResourceVersion();
        return text == null || text.isEmpty() ? 0 : Long.parseLong(text);
    }

    /// Objects by one value that is taken from them.
    private static final class Index<T extends HasMetadata> {
        private final Function<T, ? extends Collection<String>> values;
        private final Map<String, Map<Key, T>> found = new ConcurrentHashMap<>();

        Index(Function<T, ? extends Collection<String>> values) {
            this.values = values;
        }

        Collection<T> get(String value) {
            Map<Key, T> here = found.get(value);
            return here == null ? List.of() : here.values();
        }

        void move(Key key, @Nullable T before, @Nullable T after) {
            Collection<String> now = after == null ? List.of() : values.apply(after);
            if (before != null) {
                for (String value : values.apply(before)) {
                    if (!now.contains(value)) {
                        drop(key, value);
                    }
                }
            }
            if (after != null) {
                now.forEach(
                        value ->
                                found.computeIfAbsent(value, _ -> new ConcurrentHashMap<>())
                                        .put(key, after));
            }
        }

        private void drop(Key key, String value) {
            found.computeIfPresent(
                    value,
                    (_, here) -> {
                        here.remove(key);
                        return here.isEmpty() ? null : here;
                    });
        }
    }
}
