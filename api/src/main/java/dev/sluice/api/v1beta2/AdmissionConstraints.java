package dev.sluice.api.v1beta2;

import org.jspecify.annotations.Nullable;

/// By which means a workload must not be admitted (KEP-8729). Both hold for the admission only: what is admitted may be
/// preempted like any other, and is not evicted because its quota shrinks.
///
/// @param preemption `Never`: it evicts nobody to be admitted; absent: it may
/// @param borrowing `Never`: it is admitted within its ClusterQueue's own quota; absent: it may borrow
@ApiRecord
public record AdmissionConstraints(
        @Nullable Permission preemption, @Nullable Permission borrowing) {}
