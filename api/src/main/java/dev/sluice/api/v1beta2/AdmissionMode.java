package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Whether past usage of LocalQueues orders the workloads of a ClusterQueue (R7.20).
public enum AdmissionMode {
    /// It does.
    USAGE_BASED_ADMISSION_FAIR_SHARING("UsageBasedAdmissionFairSharing"),
    /// It does not.
    NO_ADMISSION_FAIR_SHARING("NoAdmissionFairSharing");

    private final String wire;

    AdmissionMode(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
