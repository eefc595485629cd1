package dev.sluice.api.validation;

import dev.sluice.api.feature.FeatureGates;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of all kinds that have some (L7.2).
public final class KindRules {
    private final Map<String, Rules> byKind;

    public KindRules(FeatureGates gates) {
        this.byKind =
                Map.of(
                        "ClusterQueue", new ClusterQueueRules(gates),
                        "Cohort", new CohortRules(),
                        "ResourceFlavor", new ResourceFlavorRules(),
                        "Workload", new WorkloadRules(gates));
    }

    /// The rules of a kind of `kueue.x-k8s.io`, or null if its schema says everything.
    public @Nullable Rules of(String kind) {
        return byKind.get(kind);
    }
}
