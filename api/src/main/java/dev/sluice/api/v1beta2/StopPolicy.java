package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Whether a queue is stopped, and what becomes of its workloads (R3.26, R3.27).
public enum StopPolicy {
    /// It runs.
    NONE("None"),
    /// Admitted workloads finish, nothing else is admitted.
    HOLD("Hold"),
    /// Admitted workloads are evicted too.
    HOLD_AND_DRAIN("HoldAndDrain");

    private final String wire;

    StopPolicy(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
