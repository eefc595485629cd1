package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// What a workload would rather do to get quota (A3.3).
public enum FlavorFungibilityPreference {
    /// Borrow before evicting others.
    BORROWING_OVER_PREEMPTION("BorrowingOverPreemption"),
    /// Evict others before borrowing.
    PREEMPTION_OVER_BORROWING("PreemptionOverBorrowing");

    private final String wire;

    FlavorFungibilityPreference(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
