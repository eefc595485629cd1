package dev.sluice.engine.flavor;

import dev.sluice.engine.reason.Verdict;

/// Says what preemption could do for one flavor and resource (R6.18).
public interface Oracle {

    /// What preemption could do for an amount.
    ///
    /// @param verdict `NO_CANDIDATES`, `PREEMPT` or `RECLAIM`
    /// @param level borrowing level afterwards
    record Answer(Verdict verdict, int level) {}

    Answer ask(int fr, long amount);
}
