package dev.sluice.engine.reason;

/// A place where a decision is deliberately not what the peer would have decided (appendix C.2).
public enum Deviation {
    /// A flavor in which one resource needs preemption never counts as fitting.
    T1_WORST_VERDICT,
    /// A pod set without any counted request does not hide the pod sets after it.
    T2_EMPTY_POD_SET,
    /// An elastic replacement must fit beside its old slice's neighbours; the old slice is no victim for others.
    T3_SLICE_FITS_WHOLE,
    /// A pod set that fails on an undeclared resource has a reason (R4.21).
    R4_21_REASON,
    /// A gated workload shows so in every cycle, not only in the first (R9.3).
    R9_3_GATED_REASON,
    /// An inactive workload holds its quota until its job has stopped (L1.3).
    L1_3_QUOTA_HELD,
    /// Quota that a stopped LocalQueue gives back wakes those who can use it (L1.44).
    L1_44_WAKE
}
