package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Which borrowers in the cohort may be evicted.
public enum ReclaimWithinCohort {
    /// None.
    NEVER("Never"),
    /// Those with a lower priority.
    LOWER_PRIORITY("LowerPriority"),
    /// All.
    ANY("Any");

    private final String wire;

    ReclaimWithinCohort(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
