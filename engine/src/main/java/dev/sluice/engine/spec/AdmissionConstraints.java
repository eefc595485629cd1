package dev.sluice.engine.spec;

import java.util.ArrayList;
import java.util.List;

/// By which means a workload may be admitted (KEP-8729). Says nothing about what may happen to it afterwards.
///
/// @param cannotPreempt it must not preempt others
/// @param cannotBorrow no use above its ClusterQueue's own nominal quota
public record AdmissionConstraints(boolean cannotPreempt, boolean cannotBorrow) {
    public static final AdmissionConstraints NONE = new AdmissionConstraints(false, false);

    /// What could be lifted of them: each alone, and last both, where there are two.
    public List<AdmissionConstraints> liftable() {
        List<AdmissionConstraints> liftable = new ArrayList<>();
        if (cannotPreempt) {
            liftable.add(new AdmissionConstraints(true, false));
        }
        if (cannotBorrow) {
            liftable.add(new AdmissionConstraints(false, true));
        }
        if (cannotPreempt && cannotBorrow) {
            liftable.add(this);
        }
        return liftable;
    }

    /// What remains without those.
    public AdmissionConstraints without(AdmissionConstraints lifted) {
        return new AdmissionConstraints(
                cannotPreempt && !lifted.cannotPreempt, cannotBorrow && !lifted.cannotBorrow);
    }
}
