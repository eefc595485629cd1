package dev.sluice.engine.world;

import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.spec.Reservation;

/// What workloads hold, counted where it matters: at their ClusterQueue and the tree above it, and at their LocalQueue
/// (R2.7, R2.23). A workload is counted as long as it has a reservation and has not finished (R1.13).
public final class Holdings {

    private final World world;

    /// Counted workloads that are not `PodsReady`.
    private int notReady;

    Holdings(World world) {
        this.world = world;
    }

    /// Whether some workload that holds quota is not `PodsReady` (R4.18).
    public boolean anyIsNotReady() {
        return notReady > 0;
    }

    /// Counts the workload if it holds anything.
    void add(Workload workload) {
        Reservation reservation = workload.status().reservation();
        if (reservation == null || workload.status().finished()) {
            return;
        }
        notReady += workload.status().podsReady() ? 0 : 1;
        if (!workload.spec().active()) {
            world.deviations().add(Deviation.L1_3_QUOTA_HELD);
        }
        ClusterQueue queue = world.queueOrName(reservation.clusterQueue());
        queue.addReserving(workload);
        world.forest().add(queue.node(), workload.usage());
        LocalQueue localQueue = workload.localQueue;
        if (localQueue != null) {
            localQueue.reserving++;
            add(localQueue.reserved, workload.usage(), 1);
        }
        if (reservation.admitted()) {
            countAdmitted(workload, queue, 1);
        }
    }

    /// Takes the workload out again; its spec and status are still those that it was counted with.
    void remove(Workload workload) {
        ClusterQueue queue = workload.reservedIn;
        Reservation reservation = workload.status().reservation();
        if (queue == null || reservation == null) {
            return;
        }
        LocalQueue localQueue = workload.localQueue;
        boolean recounts = localQueue != null && Recount.isDue(queue, localQueue, workload.usage());
        notReady -= workload.status().podsReady() ? 0 : 1;
        queue.removeReserving(workload);
        queue.node().usageRemoved();
        world.forest().remove(queue.node(), workload.usage());
        if (localQueue != null) {
            localQueue.reserving--;
            add(localQueue.reserved, workload.usage(), -1);
        }
        if (reservation.admitted()) {
            countAdmitted(workload, queue, -1);
        }
        if (recounts && localQueue != null) {
            Recount.run(world.forest(), queue, localQueue, workload.usage());
        }
        world.noteNews();
    }

    private static void countAdmitted(Workload workload, ClusterQueue queue, int sign) {
        queue.admitted += sign;
        add(queue.used, workload.usage(), sign);
        LocalQueue localQueue = workload.localQueue;
        if (localQueue != null) {
            localQueue.admitted += sign;
            add(localQueue.used, workload.usage(), sign);
        }
    }

    private static void add(Usage sum, Usage usage, int sign) {
        for (int i = 0; i < usage.size(); i++) {
            sum.add(usage.frAt(i), sign * usage.amountAt(i));
        }
    }
}
