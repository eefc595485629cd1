package dev.sluice.podscheduler.simulation;

import dev.sluice.podscheduler.cluster.Pod;

/// What a plugin reserved for a pod stays reserved as long as the pod is on its way to its node or there, and is given back when it
/// does not get there (S3.2, row 9).
final class BooksAreRight implements Invariant {
    @Override
    public String fault(SimulatedCluster cluster) {
        for (Pod pod : cluster.pods()) {
            boolean due = cluster.isOnItsWay(pod) || cluster.wasConfirmed(pod);
            if (due != cluster.books().holds(pod)) {
                return pod.name() + (due ? " lost its reservation" : " kept a reservation");
            }
        }
        return "";
    }
}
