package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// The position of a preemption gate.
public enum GatePosition {
    /// The workload may not evict others.
    CLOSED("Closed"),
    /// This gate forbids nothing.
    OPEN("Open");

    private final String wire;

    GatePosition(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
