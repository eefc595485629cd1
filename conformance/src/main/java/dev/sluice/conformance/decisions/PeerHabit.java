package dev.sluice.conformance.decisions;

/// A defect of the peer that shows in the recordings and that Sluice does not have.
///
/// A player can imitate it. That proves of a world which differs from its recording that it differs for this reason
/// alone: with the habit, it is exactly as recorded.
enum PeerHabit {
    /// A deactivated workload gives its quota back before its job has stopped.
    DEACTIVATION_FREES_QUOTA_AT_ONCE("L1.3"),

    /// After a cycle that a preemption gate has stopped, the reason is overwritten as if the gate annotation had been
    /// removed, and later gated cycles write nothing as long as the workload was blocked before.
    GATED_REASON_IS_OVERWRITTEN("R9.3"),

    /// A pod set that fails on an undeclared resource after another resource group was looked at has no reason.
    EMPTY_REASON("R4.21");

    private final String rule;

    PeerHabit(String rule) {
        this.rule = rule;
    }

    /// The rule that says what is right.
    String rule() {
        return rule;
    }
}
