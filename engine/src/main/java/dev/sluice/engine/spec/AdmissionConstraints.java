package dev.sluice.engine.spec;

/// By which means a workload may be admitted (KEP-8729). Says nothing about what may happen to it afterwards.
///
/// @param cannotPreempt it must not preempt others
/// @param cannotBorrow no use above its ClusterQueue's own nominal quota
public record AdmissionConstraints(boolean cannotPreempt, boolean cannotBorrow) {
    public static final AdmissionConstraints NONE = new AdmissionConstraints(false, false);
}
