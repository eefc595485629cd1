package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Which workloads of the same ClusterQueue may be evicted.
public enum WithinClusterQueue {
    /// None.
    NEVER("Never"),
    /// Those with a lower priority.
    LOWER_PRIORITY("LowerPriority"),
    /// Those with a lower priority, and newer ones of the same priority.
    LOWER_OR_NEWER_EQUAL_PRIORITY("LowerOrNewerEqualPriority");

    private final String wire;

    WithinClusterQueue(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
