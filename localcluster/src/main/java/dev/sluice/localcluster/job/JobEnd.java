package dev.sluice.localcluster.job;

/// Why a job ends. It is first marked (`SuccessCriteriaMet` or `FailureTarget`), its pods are ended, and when none is
/// left it is finished (`Complete` or `Failed`) with the same reason and message.
///
/// @param success whether it ends well
record JobEnd(boolean success, String reason, String message) {
    static JobEnd completed() {
        return new JobEnd(true, "CompletionsReached", "Reached expected number of succeeded pods");
    }

    static JobEnd backoffLimitExceeded() {
        return failed("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    }

    static JobEnd deadlineExceeded() {
        return failed("DeadlineExceeded", "Job was active longer than specified deadline");
    }

    static JobEnd failed(String reason, String message) {
        return new JobEnd(false, reason, message);
    }

    String mark() {
        return success ? "SuccessCriteriaMet" : "FailureTarget";
    }

    String condition() {
        return success ? "Complete" : "Failed";
    }

    JobEvent event() {
        return success
                ? JobEvent.normal("Completed", "Job completed")
                : JobEvent.warning(reason, message);
    }
}
