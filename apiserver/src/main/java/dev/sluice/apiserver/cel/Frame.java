package dev.sluice.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// One evaluation: the variables, and what may still be spent on it.
final class Frame {
    private final @Nullable Object[] slots;
    private long left;

    Frame(int slots, long budget) {
        this.slots = new @Nullable Object[slots];
        this.left = budget;
    }

    void set(int slot, Object value) {
        slots[slot] = value;
    }

    Object get(int slot) {
        Object value = slots[slot];
        if (value == null) {
            throw new CelFailure("no such attribute");
        }
        return value;
    }

    /// Counts one step.
    ///
    /// @throws CelFailure when the expression has cost too much (H4.23)
    void spend() {
        if (--left < 0) {
            throw new CelFailure("operation cancelled: actual cost limit exceeded");
        }
    }
}
