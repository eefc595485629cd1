package dev.sluice.localcluster.job;

/// Something to tell people about a job.
///
/// @param warning type `Warning`, else `Normal`
record JobEvent(boolean warning, String reason, String message) {
    static JobEvent normal(String reason, String message) {
        return new JobEvent(false, reason, message);
    }

    static JobEvent warning(String reason, String message) {
        return new JobEvent(true, reason, message);
    }
}
