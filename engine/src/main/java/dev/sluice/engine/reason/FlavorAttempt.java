package dev.sluice.engine.reason;

import java.util.List;

/// A flavor that was looked at, with its result (R5.11).
///
/// @param level how far up the tree the capacity comes from; 0 is the ClusterQueue itself (R2.19)
public record FlavorAttempt(String flavor, Verdict verdict, int level, List<FlavorReason> reasons) {
    public FlavorAttempt {
        reasons = List.copyOf(reasons);
    }
}
