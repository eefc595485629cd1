package dev.sluice.engine.flavor;

import dev.sluice.engine.reason.PendingReason;
import org.jspecify.annotations.Nullable;

/// How hopeless a flavor is, from mild to severe (R4.21).
enum Severity {
    NONE(null),
    TOPOLOGY(PendingReason.TOPOLOGY_PLACEMENT_FAILED),
    QUOTA_IN_USE(PendingReason.WAITING_FOR_QUOTA),
    QUOTA_TOO_SMALL(PendingReason.EXCEEDS_MAX_QUOTA),
    NO_MATCH(PendingReason.NO_MATCHING_FLAVOR);

    private final @Nullable PendingReason reason;

    Severity(@Nullable PendingReason reason) {
        this.reason = reason;
    }

    @Nullable PendingReason reason() {
        return reason;
    }

    Severity max(Severity other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Severity min(Severity other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
