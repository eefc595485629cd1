package dev.sluice.engine.world;

import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Toleration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What makes two workloads equivalent for scheduling (R3.19): equal ones get equal answers in equal circumstances.
///
/// Upstream hashes this; here it is compared. The admission constraints belong to it, since they change the answer.
record EquivalenceClass(
        long priority,
        List<Part> parts,
        boolean cannotPreempt,
        boolean cannotBorrow,
        @Nullable List<String> allowedFlavors,
        int hash) {

    /// One pod set's part.
    record Part(
            String name,
            int count,
            Map<String, Long> requestsPerPod,
            @Nullable Integer minCount,
            NodeSelection selection,
            List<Toleration> tolerations,
            String shape,
            @Nullable String group,
            @Nullable String topology) {}

    static EquivalenceClass of(WorkloadSpec spec, List<PodSet> podSets) {
        List<Part> parts = new ArrayList<>(podSets.size());
        for (PodSet podSet : podSets) {
            PodSetSpec told = podSet.spec();
            parts.add(
                    new Part(
                            told.name(),
                            podSet.count(),
                            told.requestsPerPod(),
                            told.minCount(),
                            told.selection(),
                            told.tolerations(),
                            told.shape(),
                            told.group(),
                            told.topology()));
        }
        boolean cannotPreempt = spec.constraints().cannotPreempt();
        boolean cannotBorrow = spec.constraints().cannotBorrow();
        int hash = parts.hashCode() * 31 + Long.hashCode(spec.effectivePriority());
        return new EquivalenceClass(
                spec.effectivePriority(),
                List.copyOf(parts),
                cannotPreempt,
                cannotBorrow,
                spec.allowedFlavors(),
                hash);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof EquivalenceClass that
                        && hash == that.hash
                        && priority == that.priority
                        && cannotPreempt == that.cannotPreempt
                        && cannotBorrow == that.cannotBorrow
                        && parts.equals(that.parts)
                        && Objects.equals(allowedFlavors, that.allowedFlavors));
    }
}
