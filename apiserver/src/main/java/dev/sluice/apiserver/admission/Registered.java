package dev.sluice.apiserver.admission;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What objects of the API configure, made from them when first asked for after a change.
///
/// @param <T> must be immutable
public final class Registered<T> {
    private final Supplier<List<T>> read;
    private volatile @Nullable List<T> known;
    private final AtomicLong changes = new AtomicLong();

    /// @param read makes the list from the newest objects
    public Registered(Supplier<List<T>> read) {
        this.read = read;
    }

    /// The objects have changed. The store's writer alone calls this, after the change is visible and before anybody hears
    /// of it.
    public void forget() {
        changes.incrementAndGet();
        known = null;
    }

    /// What is configured now.
    public List<T> all() {
        List<T> found = known;
        return found != null ? found : reread();
    }

    /// The lock keeps a list that was read before a change from staying.
    private synchronized List<T> reread() {
        while (true) {
            long before = changes.get();
            List<T> found = read.get();
            known = found;
            if (changes.get() == before) {
                return found;
            }
            known = null;
        }
    }
}
