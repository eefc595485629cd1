package dev.sluice.podscheduler.simulation;

/// When everything that was begun has come to its end, nobody is assumed any more (S5.60).
final class AssumedPodsAreResolved implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        int assumed = cluster.assumed();
        return assumed == 0 ? "" : assumed + " pods are still assumed";
    }
}
