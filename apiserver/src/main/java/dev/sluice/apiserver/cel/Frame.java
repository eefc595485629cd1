package dev.sluice.apiserver.cel;

import org.jspecify.annotations.Nullable;

/// One evaluation: the variables, and what may still be spent on it.
final class Frame {
    private final @Nullable Object[] slots;
    private final long budget;
    private long left;

    /// @param budget in steps
    Frame(int slots, long budget) {
        this.budget = budget;
        this.slots = new @Nullable Object[slots];
        this.left = budget;
    }

    long spent() {
        return budget - left;
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
