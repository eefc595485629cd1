package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Whether a workload that runs goes on looking for a better flavor.
public enum MigrationMode {
    /// It does.
    TRY_PREFERRED_FLAVORS("TryPreferredFlavors"),
    /// It stays where it is.
    RETAIN_FIRST_ADMISSION("RetainFirstAdmission");

    private final String wire;

    MigrationMode(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
