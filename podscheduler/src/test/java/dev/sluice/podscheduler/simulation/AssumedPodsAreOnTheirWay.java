package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;

/// Whoever is counted on a node without being there waits for leave or is being bound, and nobody else is (S5.9, S5.34).
final class AssumedPodsAreOnTheirWay implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        int onTheirWay = 0;
        for (Pod pod : cluster.pods()) {
            onTheirWay += pod.nodeName() == null && cluster.isOnItsWay(pod) ? 1 : 0;
        }
        int assumed = cluster.assumed();
        return assumed == onTheirWay
                ? ""
                : onTheirWay + " pods are on their way, " + assumed + " are assumed";
    }
}
