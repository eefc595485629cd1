package dev.sluice.engine.cycle;

import dev.sluice.engine.flavor.Assignment;
import dev.sluice.engine.flavor.AssignmentRequest;
import dev.sluice.engine.flavor.FlavorAssigner;
import dev.sluice.engine.flavor.Oracle;
import dev.sluice.engine.flavor.PartialAdmission;
import dev.sluice.engine.preemption.Preemptions;
import dev.sluice.engine.preemption.Preemptor;
import dev.sluice.engine.preemption.Target;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.world.PodSet;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds out what a head needs: checks it (R4.4), assigns flavors and looks for victims (R4.6). Changes nothing in the
/// quota forest.
final class Nomination {

    private final World world;
    private final FlavorAssigner assigner;
    private final Preemptions preemptions;

    /// @param podSets the pod sets with the counts that succeeded
    private record Found(Assignment assignment, List<Target> targets, List<PodSet> podSets) {}

    Nomination(World world, Preemptions preemptions) {
        this.world = world;
        this.assigner = new FlavorAssigner(world);
        this.preemptions = preemptions;
    }

    /// Nominates the entry; says whether it may be processed. Otherwise its decision is set.
    boolean nominate(Entry entry, long cycle) {
        if (isRefused(entry)) {
            return false;
        }
        dropOutdatedScan(entry, cycle);
        entry.oldSlice = oldSlice(entry);
        assign(entry, null);
        entry.workload.setScan(
                entry.assignment.scanState(
                        entry.queue.node().allocatableGeneration(),
                        cycle,
                        entry.workload.equivalence()));
        return true;
    }

    // ---- checks before the assignment (R4.4)
    // -------------------------------------------------------------------------

    private boolean isRefused(Entry entry) {
        WorkloadSpec spec = entry.workload.spec();
        ClusterQueueSpec queue = entry.queue.spec();
        Map<String, String> labels = world.catalog().namespaceLabels(spec.key().namespace());
        WorkloadSpec.RequestFault fault = spec.fault();
        if (hasFailedCheck(entry.workload.status())) {
            refuse(entry, PendingReason.PENDING_EVALUATION, new PendingCause.ChecksFailed());
        } else if (queue == null) {
            refuse(entry, PendingReason.MISCONFIGURED, new PendingCause.QueueMissing());
        } else if (!entry.queue.takesPart()) {
            refuse(entry, PendingReason.SUSPENDED, new PendingCause.QueueInactive());
        } else if (labels == null) {
            refuse(entry, PendingReason.MISCONFIGURED, new PendingCause.NamespaceMissing());
        } else if (!queue.namespaceSelector().matches(labels)) {
            entry.stayPending(
                    PendingReason.MISCONFIGURED,
                    new PendingCause.NamespaceMismatch(),
                    RequeueReason.NAMESPACE_MISMATCH);
        } else if (fault != null) {
            refuse(
                    entry,
                    PendingReason.MISCONFIGURED,
                    new PendingCause.RequestsInvalid(fault.limitRange(), fault.errors()));
        } else {
            return false;
        }
        return true;
    }

    private static void refuse(Entry entry, PendingReason reason, PendingCause cause) {
        entry.stayPending(reason, cause, RequeueReason.GENERIC);
    }

    private static boolean hasFailedCheck(WorkloadStatus status) {
        for (WorkloadStatus.Check check : status.checks()) {
            if (check.state() == WorkloadStatus.CheckState.RETRY
                    || check.state() == WorkloadStatus.CheckState.REJECTED) {
                return true;
            }
        }
        return false;
    }

    // ---- assignment
    // --------------------------------------------------------------------------------------------------

    /// R5.22.
    private void dropOutdatedScan(Entry entry, long cycle) {
        ScanState scan = entry.workload.scan();
        boolean preserves = world.settings().isOn(Feature.PRESERVE_SCAN_PROGRESS);
        if (scan != null
                && scan.isOutdated(
                        entry.queue.node().allocatableGeneration(),
                        cycle,
                        entry.workload.equivalence(),
                        preserves)) {
            entry.workload.setScan(null);
        }
    }

    /// R9.17.
    private @Nullable Workload oldSlice(Entry entry) {
        WorkloadKey replaced = entry.workload.spec().replaces();
        if (replaced == null
                || !world.settings().isOn(Feature.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                || !replaced.namespace().equals(entry.workload.key().namespace())) {
            return null;
        }
        Workload old = world.workload(replaced);
        return old != null && old.reservedIn() == entry.queue && !old.status().finished()
                ? old
                : null;
    }

    /// R4.6, for all flavors or for those of an earlier assignment only (R4.14).
    void assign(Entry entry, @Nullable Assignment pinned) {
        Preemptor preemptor = preemptor(entry);
        Oracle oracle = preemptions.oracle(preemptor);
        AssignmentRequest request =
                new AssignmentRequest(
                        entry.workload,
                        entry.queue,
                        entry.workload.podSets(),
                        entry.oldSlice,
                        pinned,
                        pinned == null ? entry.workload.scan() : null,
                        constraints(entry),
                        true);
        Assignment full = assigner.assign(request, oracle);
        Found found = withTargets(full, request, preemptor);
        if (found == null && mayBePartial(entry)) {
            found =
                    PartialAdmission.search(
                            entry.workload.podSets(),
                            podSets -> tryCounts(request, podSets, oracle, preemptor));
            found = found == null ? null : explained(found, request, oracle);
        }
        entry.assignment = found == null ? full : found.assignment();
        entry.targets = found == null ? List.of() : found.targets();
    }

    private Preemptor preemptor(Entry entry) {
        return new Preemptor(entry.workload, entry.queue, !constraints(entry).cannotBorrow());
    }

    private AdmissionConstraints constraints(Entry entry) {
        return world.settings().isOn(Feature.WORKLOAD_ADMISSION_CONSTRAINTS)
                ? entry.constraints
                : AdmissionConstraints.NONE;
    }

    private boolean mayBePartial(Entry entry) {
        return world.settings().isOn(Feature.PARTIAL_ADMISSION)
                && entry.workload.spec().replaces() == null
                && PodSet.anyIsPartial(entry.workload.podSets());
    }

    private @Nullable Found tryCounts(
            AssignmentRequest request, List<PodSet> podSets, Oracle oracle, Preemptor preemptor) {
        AssignmentRequest reduced = request.with(podSets, false);
        return withTargets(assigner.assign(reduced, oracle), reduced, preemptor);
    }

    /// The same, with the reasons that the search for the counts did without.
    private Found explained(Found found, AssignmentRequest request, Oracle oracle) {
        Assignment again = assigner.assign(request.with(found.podSets(), true), oracle);
        return new Found(again, found.targets(), found.podSets());
    }

    /// The assignment with its victims if it succeeds: it fits, or it preempts and finds victims.
    private @Nullable Found withTargets(
            Assignment assignment, AssignmentRequest request, Preemptor preemptor) {
        if (assignment.mode() == Mode.FIT) {
            return new Found(assignment, List.of(), request.podSets());
        }
        if (assignment.mode() != Mode.PREEMPT) {
            return null;
        }
        List<Target> targets =
                preemptions.find(
                        preemptor, assignment.contended(world.names()), assignment.usage());
        return targets.isEmpty() ? null : new Found(assignment, targets, request.podSets());
    }
}
