package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Which workloads a borrowing preemptor may evict.
public enum BorrowWithinCohortPolicy {
    /// None.
    NEVER("Never"),
    /// Those with a lower priority.
    LOWER_PRIORITY("LowerPriority");

    private final String wire;

    BorrowWithinCohortPolicy(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
