package dev.sluice.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/// What was computed from parts of objects, by the very parts: states of one generation share their spec, and whoever looks
/// at an object at each of its changes computes from its spec once.
///
/// @param <P> the part, which nobody changes
/// @param <V> what is made of it; shared too
public final class Derived<P, V> {
    private static final int REMEMBERED_MAX = 2_048;

    private final Function<P, V> make;

    /// The last used ones. Guarded by itself.
    private final Map<Same, V> made =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Same, V> eldest) {
                    return size() > REMEMBERED_MAX;
                }
            };

    /// @param make a pure function
    public Derived(Function<P, V> make) {
        this.make = make;
    }

    public V of(P part) {
        Same same = new Same(part);
        synchronized (made) {
            V known = made.get(same);
            if (known != null) {
                return known;
            }
        }
        V now = make.apply(part);
        synchronized (made) {
            made.put(same, now);
        }
        return now;
    }

    /// The very object: comparing contents would cost what is saved.
    private record Same(Object part) {
        @Override
        @SuppressWarnings("ReferenceEquality") // that is what it is for
        public boolean equals(Object other) {
            return other instanceof Same(Object one) && one == part;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(part);
        }
    }
}
