package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/// One object before and after; at least one side is there.
///
/// @param before null when the object is new
/// @param after null when the object is gone
public record Change<T extends HasMetadata>(@Nullable T before, @Nullable T after) {
    public Change {
        if (before == null && after == null) {
            throw new IllegalArgumentException("a change needs a state before or after");
        }
    }

    /// The newest state that is known: after, or before when the object is gone.
    public T latest() {
        T known = after != null ? after : before;
        if (known == null) {
            throw new IllegalStateException("a change without any state");
        }
        return known;
    }

    public Key key() {
        return Key.of(latest());
    }
}
