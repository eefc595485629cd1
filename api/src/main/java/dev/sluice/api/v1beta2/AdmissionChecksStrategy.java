package dev.sluice.api.v1beta2;

import java.util.List;

/// The admission checks of a ClusterQueue (A3, 3.5).
///
/// @param admissionChecks one rule for each check
@ApiRecord
public record AdmissionChecksStrategy(List<AdmissionCheckStrategyRule> admissionChecks) {

    public AdmissionChecksStrategy {
        admissionChecks = Frozen.list(admissionChecks);
    }
}
