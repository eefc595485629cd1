package dev.sluice.api.validation;

import dev.sluice.api.feature.FeatureGates;
import java.util.List;
import java.util.Map;

/// The rules of all kinds that have some (L7.2).
public final class KindRules {
    /// The kinds of `kueue.x-k8s.io` that have rules beyond their schema.
    public static final List<String> KINDS =
            List.of("ClusterQueue", "Cohort", "ResourceFlavor", "Workload");

    private final Map<String, Rules> byKind;

    public KindRules(FeatureGates gates) {
        this.byKind =
                Map.of(
                        "ClusterQueue", new ClusterQueueRules(gates),
                        "Cohort", new CohortRules(),
                        "ResourceFlavor", new ResourceFlavorRules(),
                        "Workload", new WorkloadRules(gates));
    }

    /// The rules of a kind; a kind that is none of [#KINDS] has no rules.
    public Rules of(String kind) {
        return byKind.getOrDefault(kind, (_, _) -> List.of());
    }
}
