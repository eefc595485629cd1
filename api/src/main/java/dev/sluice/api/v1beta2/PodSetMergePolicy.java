package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Which pod sets are asked for together.
public enum PodSetMergePolicy {
    /// Those with the same template.
    IDENTICAL_POD_TEMPLATES("IdenticalPodTemplates"),
    /// Those that ask the same of a node.
    IDENTICAL_WORKLOAD_SCHEDULING_REQUIREMENTS("IdenticalWorkloadSchedulingRequirements");

    private final String wire;

    PodSetMergePolicy(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
