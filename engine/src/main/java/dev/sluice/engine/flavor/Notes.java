package dev.sluice.engine.flavor;

import dev.sluice.engine.reason.FlavorReason;
import java.util.ArrayList;
import java.util.List;

/// What speaks against flavors. A probe of partial admission, of which nothing is kept but whether it succeeded, only
/// counts that there is something: the reasons themselves would cost more than the verdicts.
final class Notes {

    private final boolean kept;
    private boolean any;
    private List<FlavorReason> reasons = List.of();

    /// @param kept whether anybody will read them
    Notes(boolean kept) {
        this.kept = kept;
    }

    /// Whether reasons are worth making.
    boolean areKept() {
        return kept;
    }

    /// Something speaks against a flavor, and nobody asks what.
    void addUnnamed() {
        any = true;
    }

    void add(FlavorReason reason) {
        any = true;
        if (kept) {
            if (reasons.isEmpty()) {
                reasons = new ArrayList<>(2);
            }
            reasons.add(reason);
        }
    }

    void addAll(Notes more) {
        any |= more.any;
        more.reasons.forEach(this::add);
    }

    boolean isEmpty() {
        return !any;
    }

    List<FlavorReason> reasons() {
        return reasons;
    }
}
