package dev.sluice.engine.world;

import dev.sluice.engine.queue.PendingQueue;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// All workloads: takes in what is told about them, queues them, counts what they hold, and says whom that wakes.
public final class Workloads {

    private final World world;
    private final Map<WorkloadKey, Workload> byKey = new HashMap<>();

    private final Backoffs backoffs = new Backoffs();
    private final Holdings holdings;
    private final Seating seating;
    private final Variants variants = new Variants();

    Workloads(World world) {
        this.world = world;
        this.holdings = new Holdings(world);
        this.seating = new Seating(world);
    }

    public Variants variants() {
        return variants;
    }

    public @Nullable Workload get(WorkloadKey key) {
        return byKey.get(key);
    }

    public Collection<Workload> all() {
        return byKey.values();
    }

    // ---- what is told
    // ----------------------------------------------------------------------------------------------

    /// A workload is there, in this state.
    public void change(WorkloadSpec spec, WorkloadStatus told) {
        Workload workload = byKey.get(spec.key());
        if (workload != null && !workload.spec().uid().equals(spec.uid())) {
            delete(spec.key());
            workload = null;
        }
        if (workload == null) {
            workload = new Workload(spec, WorkloadStatus.NEW);
            byKey.put(spec.key(), workload);
            takeOver(workload, spec, told);
            seating.offer(workload);
            return;
        }
        if (!world.settings().isOn(Feature.PRESERVE_SCAN_PROGRESS)) {
            workload.setScan(null);
        }
        WorkloadStatus status = settled(workload, told);
        WorkloadSpec oldSpec = workload.spec();
        WorkloadStatus oldStatus = workload.status();
        if (spec.equals(oldSpec) && status.equals(oldStatus)) {
            settlePenalty(workload, spec, status);
            return;
        }
        update(workload, spec, status);
        if (wakesOthers(oldSpec, oldStatus, spec, status)) {
            wakeTreeOf(workload, oldStatus);
        }
    }

    /// The state to believe: news without reservation about a workload whose admission is assumed are older than that.
    private static WorkloadStatus settled(Workload workload, WorkloadStatus told) {
        if (!workload.assumed) {
            return told;
        }
        if (told.reservation() == null && !told.finished()) {
            return told.withReservation(workload.status().reservation());
        }
        workload.assumed = false;
        return told;
    }

    private void update(Workload workload, WorkloadSpec spec, WorkloadStatus status) {
        WorkloadSpec oldSpec = workload.spec();
        WorkloadStatus oldStatus = workload.status();
        PendingQueue queued = workload.queue();
        if (queued == null) {
            takeOver(workload, spec, status);
            seating.offer(workload);
            return;
        }
        boolean sameQueue = oldSpec.queueName().equals(spec.queueName());
        boolean staysAsItIs =
                sameQueue
                        && mayStayQueued(spec, status)
                        && (!workload.isParked() || !isRelevant(oldSpec, oldStatus, spec, status));
        ClusterQueue queue = Objects.requireNonNull(seating.queueOf(workload));
        if (staysAsItIs) {
            queued.replace(workload, () -> takeOver(workload, spec, status));
            world.noteQueue(queue);
        } else if (sameQueue && mayStayQueued(spec, status)) {
            queued.detachForUpdate(workload);
            takeOver(workload, spec, status);
            seating.offer(workload);
            world.noteQueue(queue);
        } else {
            queued.remove(workload);
            world.noteQueue(queue);
            takeOver(workload, spec, status);
            seating.offer(workload);
        }
    }

    private static boolean mayStayQueued(WorkloadSpec spec, WorkloadStatus status) {
        return spec.active()
                && spec.held() == null
                && !status.finished()
                && status.reservation() == null;
    }

    /// Whether a change could help a parked workload (R3.12).
    private static boolean isRelevant(
            WorkloadSpec oldSpec,
            WorkloadStatus oldStatus,
            WorkloadSpec spec,
            WorkloadStatus status) {
        return !oldSpec.equals(spec)
                || !oldStatus.reclaimablePods().equals(status.reclaimablePods())
                || !Objects.equals(oldStatus.evicted(), status.evicted())
                || !Objects.equals(oldStatus.requeued(), status.requeued())
                || !Objects.equals(oldStatus.requeueAt(), status.requeueAt())
                || !oldStatus.openGates().equals(status.openGates());
    }

    /// Takes over spec and status; the workload is in no queue.
    private void takeOver(Workload workload, WorkloadSpec spec, WorkloadStatus status) {
        settlePenalty(workload, spec, status);
        holdings.remove(workload);
        link(workload, spec, status);
        Object oldClass = workload.equivalence();
        workload.tell(spec, status, world.settings(), world.names());
        if (workload.scan() != null && !Objects.equals(oldClass, workload.equivalence())) {
            workload.setScan(null);
        }
        holdings.add(workload);
        Instant at = status.requeueAt();
        if (at != null && at.isAfter(world.now()) && status.reservation() == null) {
            backoffs.add(at, spec.key());
        }
    }

    /// R7.27.
    private void settlePenalty(Workload workload, WorkloadSpec spec, WorkloadStatus status) {
        Reservation reservation = status.reservation();
        boolean moves = !spec.queueName().equals(workload.spec().queueName());
        boolean lost = reservation == null && !spec.active();
        if (reservation != null && reservation.admitted() && !workload.assumed && !moves) {
            world.consumptions().settle(workload);
        } else if (moves || lost || status.finished()) {
            world.consumptions().drop(workload);
        }
    }

    private void link(Workload workload, WorkloadSpec spec, WorkloadStatus status) {
        LocalQueue old = workload.localQueue;
        LocalQueue named =
                status.finished()
                        ? null
                        : world.localQueueOrName(
                                new LocalQueueKey(spec.key().namespace(), spec.queueName()));
        variants.link(workload, spec.parentVariant());
        if (old == named) {
            return;
        }
        if (old != null) {
            old.workloads.remove(workload);
        }
        workload.localQueue = named;
        if (named != null) {
            named.workloads.add(workload);
        }
    }

    /// A workload is gone.
    public void delete(WorkloadKey key) {
        Workload workload = byKey.remove(key);
        if (workload == null) {
            return;
        }
        seating.leave(workload);
        variants.link(workload, null);
        world.consumptions().drop(workload);
        ClusterQueue queue = concerned(workload);
        holdings.remove(workload);
        if (workload.localQueue != null) {
            workload.localQueue.workloads.remove(workload);
        }
        if (queue != null) {
            world.wakeTree(queue);
        }
    }

    /// The queue that a workload holds quota in, held it in, or waits in.
    private @Nullable ClusterQueue concerned(Workload workload) {
        Reservation reservation = workload.status().reservation();
        if (reservation != null) {
            return world.queue(reservation.clusterQueue());
        }
        String namespace = workload.key().namespace();
        LocalQueue localQueue =
                world.localQueue(new LocalQueueKey(namespace, workload.spec().queueName()));
        return localQueue == null ? null : world.queueOf(localQueue);
    }

    /// Ends backoffs that are over by now.
    public void endBackoffs() {
        for (WorkloadKey key : backoffs.takeOver(world.now())) {
            Workload workload = byKey.get(key);
            if (workload != null && workload.isParked() && workload.bucketless()) {
                seating.leaveForUpdate(workload);
                seating.offer(workload);
            }
        }
    }

    /// When the next backoff ends, or null.
    public @Nullable Instant nextBackoff() {
        return backoffs.next();
    }

    // ---- quota
    // -------------------------------------------------------------------------------------------------------

    /// Counts the reservation that was just decided for a workload taken from its queue (R4.16).
    public void assume(Workload workload, Reservation reservation, Usage usage) {
        workload.assume(reservation, usage);
        holdings.add(workload);
        ClusterQueue queue = workload.reservedIn;
        if (queue != null) {
            world.consumptions().penalize(workload, queue);
        }
        world.noteNews();
    }

    /// The write of an admission failed: nothing is held, and the workload is queued again.
    public void refuse(WorkloadKey key) {
        Workload workload = byKey.get(key);
        if (workload == null || !workload.assumed) {
            return;
        }
        holdings.remove(workload);
        world.consumptions().drop(workload);
        workload.assume(null, Usage.NONE);
        workload.tell(workload.spec(), workload.status(), world.settings(), world.names());
        seating.offer(workload);
    }

    /// The write of an eviction failed: it may be tried again (R6.22).
    public void spare(WorkloadKey key) {
        Workload workload = byKey.get(key);
        if (workload != null) {
            workload.expectEviction(false);
            world.noteNews();
        }
    }

    /// The write of an admission succeeded.
    public void confirm(WorkloadKey key) {
        Workload workload = byKey.get(key);
        if (workload != null) {
            workload.assumed = false;
        }
    }

    /// The queue for a pending workload, or null if its LocalQueue is closed or the ClusterQueue is missing.
    public @Nullable ClusterQueue queueOf(Workload workload) {
        return seating.queueOf(workload);
    }

    /// Where workloads wait.
    Seating seating() {
        return seating;
    }

    /// What workloads hold.
    public Holdings holdings() {
        return holdings;
    }

    // ---- waking
    // ------------------------------------------------------------------------------------------------------

    /// R3.16, first two rows. Recorded: a changed priority alone, without a class, wakes nobody.
    private static boolean wakesOthers(
            WorkloadSpec oldSpec,
            WorkloadStatus oldStatus,
            WorkloadSpec spec,
            WorkloadStatus status) {
        if (status.finished() != oldStatus.finished() || (oldSpec.active() && !spec.active())) {
            return true;
        }
        if (oldStatus.reservation() == null) {
            return false;
        }
        return status.reservation() == null
                || !oldStatus.reclaimablePods().equals(status.reclaimablePods())
                || !oldSpec.podSets().equals(spec.podSets())
                || !oldSpec.priorityClass().equals(spec.priorityClass())
                || (!spec.priorityClass().isEmpty()
                        && oldSpec.effectivePriority() != spec.effectivePriority());
    }

    private void wakeTreeOf(Workload workload, WorkloadStatus oldStatus) {
        Reservation held = oldStatus.reservation();
        ClusterQueue queue = held == null ? concerned(workload) : world.queue(held.clusterQueue());
        LocalQueue localQueue = workload.localQueue;
        if (held != null && (localQueue == null || !localQueue.isOpen())) {
            world.deviations().add(Deviation.L1_44_WAKE);
        }
        if (queue != null) {
            world.wakeTree(queue);
        }
    }
}
