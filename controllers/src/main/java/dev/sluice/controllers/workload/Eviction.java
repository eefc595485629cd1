package dev.sluice.controllers.workload;

/// Why a workload loses its quota.
///
/// @param reason what happened
/// @param cause more exactly, or empty
/// @param message for people
public record Eviction(String reason, String cause, String message) {

    public static Eviction of(String reason, String message) {
        return new Eviction(reason, "", message);
    }

    /// The reason of the condition: a deactivation says what it is due to, everything else stands for itself (L1.48).
    public String conditionReason() {
        return reason.equals(Reasons.DEACTIVATED) && !cause.isEmpty()
                ? reason + "DueTo" + cause
                : reason;
    }

    /// The reason of the event about it.
    public String eventReason() {
        return "EvictedDueTo" + conditionReason();
    }
}
