package dev.sluice.engine.cycle;

import dev.sluice.engine.CycleReport;
import dev.sluice.engine.CycleReport.Recomputation;
import dev.sluice.engine.Decision;
import dev.sluice.engine.flavor.Assignment;
import dev.sluice.engine.preemption.Target;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Decides about one entry after the other, on what the earlier ones of the cycle have left (R4.13).
final class Processing {

    private final World world;
    private final Nomination nomination;
    private final Ledger ledger;
    private final Admission admission;
    private final Migration migration;

    /// Of the present cycle.
    private final List<Recomputation> recomputations = new ArrayList<>(0);

    private final Map<String, Integer> preemptionSkips = new HashMap<>(0);

    Processing(World world, Nomination nomination, Ledger ledger) {
        this.world = world;
        this.nomination = nomination;
        this.ledger = ledger;
        this.admission = new Admission(world, ledger);
        this.migration = new Migration(world, ledger);
    }

    /// What has come about since [#begin].
    CycleReport report() {
        return recomputations.isEmpty() && preemptionSkips.isEmpty()
                ? CycleReport.EMPTY
                : new CycleReport(recomputations, preemptionSkips);
    }

    /// A cycle begins.
    void begin() {
        recomputations.clear();
        preemptionSkips.clear();
    }

    void process(Entry entry) {
        if (migration.isPointless(entry)) {
            return;
        }
        if (ledger.overlaps(entry) && world.settings().isOn(Feature.RECOMPUTE_ON_TARGETS_OVERLAP)) {
            recompute(entry);
        }
        switch (entry.assignment.mode()) {
            case NO_FIT ->
                    entry.stayPending(
                            entry.assignment.noFitReason(),
                            new PendingCause.NoFit(entry.assignment.report(world.names())),
                            RequeueReason.NO_FIT);
            case PREEMPT -> preempt(entry);
            case DEFERRED_FIT -> defer(entry);
            case FIT -> {
                if (stillFits(entry) && !admission.waits(entry) && !migration.migrates(entry)) {
                    admission.admit(entry);
                }
            }
        }
    }

    /// R4.14: what would be possible if the victims claimed so far were gone already.
    private void recompute(Entry entry) {
        Collection<Workload> claimed = ledger.claimed(entry.queue);
        Assignment nominated = entry.assignment;
        int mark = world.forest().trial();
        setAside(claimed, true);
        setAside(ledger.replaced(entry.queue), true);
        setAside(ledger.admitted(), true);
        ledger.remove(claimed);
        entry.workload.setScan(null);
        if (entry.oldSlice != null && claimed.contains(entry.oldSlice)) {
            entry.oldSlice = null;
        }
        nomination.assign(entry, nominated);
        setAside(claimed, false);
        setAside(ledger.replaced(entry.queue), false);
        setAside(ledger.admitted(), false);
        world.forest().endTrial(mark);
        if (entry.assignment.mode() == Mode.FIT) {
            entry.assignment.defer();
        }
        CycleReport.Result result = recomputed(entry);
        recomputations.add(new Recomputation(entry.queue.name(), result));
        if (result == CycleReport.Result.SKIPPED) {
            skipped(entry);
        }
    }

    private static CycleReport.Result recomputed(Entry entry) {
        return switch (entry.assignment.mode()) {
            case NO_FIT -> CycleReport.Result.SKIPPED;
            case PREEMPT ->
                    entry.targets.isEmpty()
                            ? CycleReport.Result.SKIPPED
                            : CycleReport.Result.NEW_TARGETS;
            case DEFERRED_FIT, FIT -> CycleReport.Result.DEFERRED_FIT;
        };
    }

    private void skipped(Entry entry) {
        preemptionSkips.merge(entry.queue.name(), 1, Integer::sum);
    }

    private static void setAside(Collection<Workload> workloads, boolean aside) {
        for (Workload workload : workloads) {
            workload.setAside(aside);
        }
    }

    private void preempt(Entry entry) {
        if (entry.targets.isEmpty()) {
            entry.stayPending(
                    PendingReason.WAITING_FOR_QUOTA,
                    new PendingCause.NoCandidates(entry.assignment.report(world.names())),
                    RequeueReason.PREEMPTION_NO_CANDIDATES);
            reserveWithoutCandidates(entry);
            return;
        }
        List<String> closed = closedGates(entry);
        if (!closed.isEmpty()) {
            gate(entry, closed);
            return;
        }
        if (!stillFits(entry)) {
            return;
        }
        ledger.claim(entry.queue, entry.targets);
        ledger.reserve(entry.queue, entry.assignment.usage());
        issue(entry);
    }

    private List<String> closedGates(Entry entry) {
        return gatesCount(world.settings()) ? entry.workload.closedGates() : List.of();
    }

    /// Whether preemption gates have any effect (R9.1).
    static boolean gatesCount(EngineSettings settings) {
        return settings.isOn(Feature.CONCURRENT_ADMISSION)
                || settings.isOn(Feature.MULTIKUEUE_ORCHESTRATED_PREEMPTION);
    }

    /// R9.3.
    private static void gate(Entry entry, List<String> closed) {
        List<WorkloadKey> victims = new ArrayList<>(entry.targets.size());
        for (Target target : entry.targets) {
            victims.add(target.workload().key());
        }
        entry.workload.setScan(null);
        entry.assignment.deviate(Deviation.R9_3_GATED_REASON);
        entry.stayPending(
                PendingReason.ADMISSION_GATED,
                new PendingCause.Gated(closed, victims),
                RequeueReason.PREEMPTION_GATED);
    }

    private void defer(Entry entry) {
        entry.workload.setScan(null);
        entry.stayPending(
                PendingReason.WAITING_FOR_PREEMPTED_WORKLOADS,
                new PendingCause.DeferredFit(),
                RequeueReason.PENDING_PREEMPTION);
        ledger.reserve(entry.queue, entry.assignment.usage());
    }

    /// R4.13 steps 8 and 9; a decision is set if it does not fit any more.
    private boolean stillFits(Entry entry) {
        PendingCause cause = null;
        if (ledger.overlaps(entry)) {
            cause = new PendingCause.Overlap();
        } else if (!ledger.fits(entry)) {
            cause = new PendingCause.NoLongerFits();
            if (ledger.fitsByDefect(entry)) {
                entry.assignment.deviate(Deviation.T3_SLICE_FITS_WHOLE);
            }
        }
        if (cause == null) {
            return true;
        }
        if (entry.assignment.mode() == Mode.PREEMPT) {
            skipped(entry);
        }
        if (!world.settings().isOn(Feature.PRESERVE_SCAN_PROGRESS)) {
            entry.workload.setScan(null);
        }
        entry.stayPending(
                PendingReason.WAITING_FOR_QUOTA, cause, RequeueReason.FAILED_AFTER_NOMINATION);
        return false;
    }

    /// R6.20, R6.21.
    private void issue(Entry entry) {
        List<Decision.Victim> victims = new ArrayList<>(entry.targets.size());
        for (Target target : entry.targets) {
            Workload victim = target.workload();
            boolean already = victim.isEvicted() || victim.isEvictionExpected();
            ClusterQueue queue = victim.reservedIn();
            victims.add(
                    new Decision.Victim(
                            victim.key(),
                            queue == null ? "" : queue.name(),
                            target.reason(),
                            entry.queue.node().path(),
                            queue == null ? "" : queue.node().path(),
                            already));
            victim.expectEviction(!victim.isEvicted());
        }
        entry.workload.setScan(null);
        entry.requeue = RequeueReason.PENDING_PREEMPTION;
        entry.decision =
                new Decision.Preempt(
                        entry.workload.key(),
                        entry.queue.name(),
                        victims,
                        entry.assignment.report(world.names()),
                        entry.assignment.deviations());
    }

    /// R4.17.
    private void reserveWithoutCandidates(Entry entry) {
        ClusterQueueSpec spec = entry.queue.spec();
        boolean canReclaimLater =
                spec != null && spec.preemption().reclaimWithinCohort() == Preemption.Policy.ANY;
        boolean firstInLine =
                entry.preemptor && world.settings().isOn(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS);
        if (canReclaimLater && !firstInLine) {
            return;
        }
        QuotaNode node = entry.queue.node();
        Usage wanted = entry.assignment.usage();
        Usage reserved = new Usage();
        for (int i = 0; i < wanted.size(); i++) {
            int fr = wanted.frAt(i);
            long amount = reservation(node, fr, wanted.amountAt(i), entry.assignment.borrowing());
            reserved.add(fr, amount);
        }
        ledger.reserve(entry.queue, reserved);
    }

    private static long reservation(QuotaNode node, int fr, long amount, int borrowing) {
        long ownRest = Amounts.minus(node.nominal(fr), node.usage(fr));
        if (borrowing == 0) {
            return Math.max(0, Math.min(amount, ownRest));
        }
        long limit = node.borrowingLimit(fr);
        return limit == Amounts.UNLIMITED ? amount : Math.min(amount, Amounts.plus(ownRest, limit));
    }
}
