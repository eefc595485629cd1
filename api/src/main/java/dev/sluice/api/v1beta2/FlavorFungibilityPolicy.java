package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonValue;

/// Whether the search for a flavor may stop at a flavor that is usable at a price (A3.3).
public enum FlavorFungibilityPolicy {
    /// Take this flavor.
    MAY_STOP_SEARCH("MayStopSearch"),
    /// Look whether a later one is better.
    TRY_NEXT_FLAVOR("TryNextFlavor");

    private final String wire;

    FlavorFungibilityPolicy(String wire) {
        this.wire = wire;
    }

    /// The value as the API spells it.
    @JsonValue
    public String wire() {
        return wire;
    }
}
