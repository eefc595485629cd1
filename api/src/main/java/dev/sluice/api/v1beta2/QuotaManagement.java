package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Who keeps the quota of the manager's queue.
public enum QuotaManagement {
    /// People.
    MANUAL("Manual"),
    /// It follows the sum of the workers'.
    AUTOMATED("Automated");

    private final String wire;

    QuotaManagement(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
