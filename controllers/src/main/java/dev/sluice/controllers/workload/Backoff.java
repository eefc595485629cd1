package dev.sluice.controllers.workload;

import dev.sluice.api.config.Configuration.WaitForPodsReady;

/// Waiting time of a workload whose pods did not become ready (R3.18): doubled each time, up to a limit.
final class Backoff {
    private Backoff() {}

    /// @param count how often it happened, from 1 on
    static long seconds(WaitForPodsReady settings, int count) {
        int doublings = Math.min(count - 1, 31);
        return Math.min(
                (long) settings.backoffBaseSeconds() << doublings, settings.backoffMaxSeconds());
    }
}
