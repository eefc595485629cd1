package dev.sluice.api.v1beta2;

import java.util.List;

/// A check and the flavors for which it counts.
///
/// @param name the AdmissionCheck
/// @param onFlavors flavors of the queue; empty means all
@ApiRecord
public record AdmissionCheckStrategyRule(String name, List<String> onFlavors) {

    public AdmissionCheckStrategyRule {
        onFlavors = Frozen.list(onFlavors);
    }
}
