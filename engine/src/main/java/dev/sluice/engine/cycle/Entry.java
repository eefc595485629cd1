package dev.sluice.engine.cycle;

import dev.sluice.engine.Decision;
import dev.sluice.engine.flavor.Assignment;
import dev.sluice.engine.preemption.Target;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A workload that is looked at in this cycle, with its assignment and what became of it (R0.1).
final class Entry {

    final Workload workload;
    final ClusterQueue queue;

    /// It was the remembered preemptor of its queue when it was taken (R3.5).
    final boolean preemptor;

    /// By which means it may be admitted; an explanation asks what would be with fewer of them (KEP-8729).
    AdmissionConstraints constraints;

    Assignment assignment = new Assignment();
    List<Target> targets = List.of();

    /// The slice it replaces (R9.17).
    @Nullable Workload oldSlice;

    /// Null as long as nothing is decided.
    @Nullable Decision decision;

    /// How it goes back to the queue; null if it does not.
    @Nullable RequeueReason requeue;

    Entry(Workload workload, ClusterQueue queue, boolean preemptor) {
        this.workload = workload;
        this.queue = queue;
        this.preemptor = preemptor;
        this.constraints = workload.spec().constraints();
    }

    void stayPending(PendingReason reason, PendingCause cause, RequeueReason how) {
        requeue = how;
        decision =
                new Decision.Pending(
                        workload.key(), queue.name(), reason, cause, assignment.deviations());
    }

    @Override
    public String toString() {
        return "entry " + workload;
    }
}
