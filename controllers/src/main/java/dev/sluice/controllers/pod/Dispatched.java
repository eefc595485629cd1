package dev.sluice.controllers.pod;

import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.multicluster.MultiCluster;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;

/// Which Workloads run on other clusters. Their pods of this cluster never start: they stay gated, and their status is that
/// of the pods over there (L2.34, L5.42).
final class Dispatched {
    private final Cache<AdmissionCheck> checks;
    private final boolean severalClusters;

    Dispatched(Cluster cluster, FeatureGates gates) {
        this.checks = cluster.cache(AdmissionCheck.class);
        this.severalClusters = gates.isOn(FeatureGate.MULTIKUEUE);
    }

    boolean is(Workload workload) {
        return severalClusters
                && (Facts.status(workload).clusterName() != null
                        || Facts.status(workload).admissionChecks().stream()
                                .anyMatch(check -> isOurs(check.name())));
    }

    private boolean isOurs(String check) {
        return checks.get(Key.cluster(check))
                .filter(known -> known.getSpec().controllerName().equals(MultiCluster.CONTROLLER))
                .isPresent();
    }
}
