package dev.sluice.engine.spec;

/// When the scan of flavors stops and which result is preferred (R5.10, R5.12).
///
/// @param tryNextWhenBorrowing a flavor that needs borrowing is not taken at once
/// @param tryNextWhenPreempting a flavor that needs preemption is not taken at once
/// @param preference which of two usable results is better
public record Fungibility(
        boolean tryNextWhenBorrowing, boolean tryNextWhenPreempting, Preference preference) {

    /// The defaults of the API: `MayStopSearch`, `TryNextFlavor`.
    public static final Fungibility DEFAULT =
            new Fungibility(false, true, Preference.BORROWING_OVER_PREEMPTION);

    /// What is avoided first.
    public enum Preference {
        BORROWING_OVER_PREEMPTION,
        PREEMPTION_OVER_BORROWING
    }
}
