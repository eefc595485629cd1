package dev.sluice.controllers.metrics;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.EvictionCount;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import org.jspecify.annotations.Nullable;

/// Why a Workload was evicted the last time (L1.48).
///
/// @param cause what is behind the reason; empty if nothing is
/// @param count how often it was evicted for both; 0 if nobody counted
record EvictedFor(String reason, String cause, int count) {
    private static final String CAUSED = "DueTo";

    static EvictedFor of(Workload workload) {
        String full =
                String.valueOf(
                        Conditions.reason(Facts.conditions(workload), WorkloadConditions.EVICTED));
        int due = full.indexOf(CAUSED);
        String reason = due < 0 ? full : full.substring(0, due);
        EvictionCount count =
                latest(workload, reason, due < 0 ? null : full.substring(due + CAUSED.length()));
        return count == null
                ? new EvictedFor(reason, "", 0)
                : new EvictedFor(reason, count.underlyingCause(), count.count());
    }

    private static @Nullable EvictionCount latest(
            Workload workload, String reason, @Nullable String cause) {
        var stats = Facts.status(workload).schedulingStats();
        return stats == null
                ? null
                : stats.evictions().stream()
                        .filter(count -> count.reason().equals(reason))
                        .filter(count -> cause == null || count.underlyingCause().equals(cause))
                        .reduce((_, later) -> later)
                        .orElse(null);
    }
}
