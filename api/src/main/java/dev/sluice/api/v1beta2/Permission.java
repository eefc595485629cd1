package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// How far a means of admission may be used (KEP-8729); where nothing is said it may.
public enum Permission {
    /// Not at all.
    NEVER("Never");

    private final String wire;

    Permission(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
