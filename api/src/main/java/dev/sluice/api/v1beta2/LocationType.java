package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Where a kubeconfig is kept.
public enum LocationType {
    /// In a Secret of the manager's namespace.
    SECRET("Secret"),
    /// In a file of the manager.
    PATH("Path");

    private final String wire;

    LocationType(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
