package dev.sluice.engine.world;

import dev.sluice.engine.queue.PendingQueue;
import org.jspecify.annotations.Nullable;

/// Puts pending workloads where they belong: into the queue of their ClusterQueue, active or parked, or out of all queues.
final class Seating {

    private final World world;

    Seating(World world) {
        this.world = world;
    }

    /// The queue for a pending workload, or null if its LocalQueue is closed or the ClusterQueue is missing.
    @Nullable ClusterQueue queueOf(Workload workload) {
        LocalQueue localQueue = workload.localQueue;
        return localQueue == null ? null : world.queueOf(localQueue);
    }

    /// Puts a workload where it belongs now (R3.2, R3.12): active, parked, or out of all queues.
    void offer(Workload workload) {
        ClusterQueue queue = workload.mayBeQueued() ? queueOf(workload) : null;
        PendingQueue present = workload.queue();
        if (present != null) {
            if (queue != null && queue.pending() == present) {
                return;
            }
            leave(workload);
        }
        if (queue == null) {
            return;
        }
        PendingQueue pending = queue.pending();
        if (!workload.isBackoffOver(world.now())) {
            pending.park(workload);
        } else if (pending.isStrictFifo() || !pending.parkIfClassFailed(workload)) {
            pending.push(workload);
        }
        world.noteQueue(queue);
    }

    /// Puts a workload back whose LocalQueue or ClusterQueue has just appeared. Recorded: records of failed classes do not
    /// hold it back.
    void replay(Workload workload) {
        ClusterQueue queue = workload.mayBeQueued() ? queueOf(workload) : null;
        if (queue == null || workload.queue() != null) {
            offer(workload);
            return;
        }
        if (workload.isBackoffOver(world.now())) {
            queue.pending().push(workload);
        } else {
            queue.pending().park(workload);
        }
        world.noteQueue(queue);
    }

    void leave(Workload workload) {
        PendingQueue pending = workload.queue();
        if (pending != null) {
            pending.remove(workload);
            noteQueueOf(pending, workload);
        }
    }

    void leaveForUpdate(Workload workload) {
        PendingQueue pending = workload.queue();
        if (pending != null) {
            pending.detachForUpdate(workload);
            noteQueueOf(pending, workload);
        }
    }

    private void noteQueueOf(PendingQueue pending, Workload workload) {
        ClusterQueue queue = queueOf(workload);
        if (queue != null && queue.pending() == pending) {
            world.noteQueue(queue);
            return;
        }
        for (ClusterQueue other : world.queues()) {
            if (other.pending() == pending) {
                world.noteQueue(other);
            }
        }
    }
}
