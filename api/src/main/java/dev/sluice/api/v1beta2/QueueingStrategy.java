package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// What a head of a queue that does not fit means for those behind it (R3.10).
public enum QueueingStrategy {
    /// They wait.
    STRICT_FIFO("StrictFIFO"),
    /// They are tried.
    BEST_EFFORT_FIFO("BestEffortFIFO");

    private final String wire;

    QueueingStrategy(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
