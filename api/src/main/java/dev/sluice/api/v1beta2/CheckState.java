package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// The state of an admission check for one workload.
public enum CheckState {
    /// Not decided.
    PENDING("Pending"),
    /// Passed.
    READY("Ready"),
    /// Not now: give the quota back and come again.
    RETRY("Retry"),
    /// Never.
    REJECTED("Rejected");

    private final String wire;

    CheckState(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
