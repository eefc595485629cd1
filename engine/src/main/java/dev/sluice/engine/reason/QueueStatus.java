package dev.sluice.engine.reason;

import java.util.List;

/// Why a ClusterQueue does or does not take part in scheduling (R3.28).
///
/// @param inactive reasons in the order in which conditions name them; empty means active
public record QueueStatus(List<Inactive> inactive) {

    /// One reason for being inactive.
    ///
    /// @param names what the reason is about: flavors or admission checks, sorted
    public record Inactive(Why why, List<String> names) {}

    /// Kinds of reasons; the constant's [#text] is the reason of the condition `Active`.
    public enum Why {
        TERMINATING("Terminating"),
        STOPPED("Stopped"),
        FLAVOR_NOT_FOUND("FlavorNotFound"),
        ADMISSION_CHECK_NOT_FOUND("AdmissionCheckNotFound"),
        ADMISSION_CHECK_INACTIVE("AdmissionCheckInactive"),
        MULTIPLE_MULTIKUEUE_CHECKS("MultipleMultiKueueAdmissionChecks"),
        MULTIKUEUE_CHECK_PER_FLAVOR("MultiKueueAdmissionCheckAppliedPerFlavor"),
        MULTIKUEUE_WITH_PROVISIONING("MultiKueueWithProvisioningRequest"),
        /// Its cohort is part of a cycle (R2.3). No condition of the peer's names this.
        COHORT_CYCLE("CohortCycle");

        private final String text;

        Why(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    public boolean isActive() {
        return inactive.isEmpty();
    }
}
