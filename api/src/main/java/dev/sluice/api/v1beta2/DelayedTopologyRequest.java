package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// How a topology assignment that waits for an admission check stands.
public enum DelayedTopologyRequest {
    /// It still has to be made.
    PENDING("Pending"),
    /// It was made.
    READY("Ready");

    private final String wire;

    DelayedTopologyRequest(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
