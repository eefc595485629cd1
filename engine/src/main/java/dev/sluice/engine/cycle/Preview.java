package dev.sluice.engine.cycle;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.preemption.Preemptions;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import dev.sluice.model.Amounts;
import java.util.ArrayList;
import java.util.List;

/// Says what the nomination of a workload would come to, and leaves everything as it was.
final class Preview {

    private final World world;
    private final Nomination nomination;
    private final Preemptions preemptions;

    Preview(World world, Nomination nomination, Preemptions preemptions) {
        this.world = world;
        this.nomination = nomination;
        this.preemptions = preemptions;
    }

    /// The outlook of a queued workload in a cycle of this number.
    Explanation.Outlook of(Workload workload, ClusterQueue queue, long cycle) {
        return of(new Entry(workload, queue, false), cycle);
    }

    /// The outlooks with fewer constraints, all flavors looked at anew; nothing where the workload does not wait, or not for
    /// quota.
    List<Explanation.Relaxed> relaxed(
            Workload workload, ClusterQueue queue, long cycle, Explanation.Outlook outlook) {
        boolean waits =
                switch (outlook) {
                    case Explanation.NeedsPreemption _, Explanation.NoFit _ -> true;
                    case Explanation.Fits _,
                            Explanation.Blocked _,
                            Explanation.Refused _,
                            Explanation.NotQueued _ ->
                            false;
                };
        if (!waits || !world.settings().isOn(Feature.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            return List.of();
        }
        List<Explanation.Relaxed> relaxed = new ArrayList<>();
        ScanState scan = workload.scan();
        for (AdmissionConstraints lifted : workload.spec().constraints().liftable()) {
            workload.setScan(null);
            Entry entry = new Entry(workload, queue, false);
            entry.constraints = entry.constraints.without(lifted);
            relaxed.add(new Explanation.Relaxed(lifted, of(entry, cycle)));
        }
        workload.setScan(scan);
        return relaxed;
    }

    private Explanation.Outlook of(Entry entry, long cycle) {
        Workload workload = entry.workload;
        world.forest().refresh(entry.queue.node());
        ScanState scan = workload.scan();
        preemptions.log().open();
        boolean nominated = nomination.nominate(entry, cycle);
        List<VictimSearch> searches = preemptions.log().close();
        workload.setScan(scan);
        if (!nominated) {
            return entry.decision instanceof Decision.Pending pending
                    ? new Explanation.Refused(pending.reason(), pending.cause())
                    : new Explanation.NotQueued(Explanation.Obstacle.UNKNOWN_WORKLOAD);
        }
        return outlook(entry, searches);
    }

    private Explanation.Outlook outlook(Entry entry, List<VictimSearch> searches) {
        var report = entry.assignment.report(world.names());
        Workload better = Migration.better(world, entry);
        if (better != null) {
            return new Explanation.Blocked(
                    PendingReason.PENDING_EVALUATION,
                    new PendingCause.BetterVariantAdmitted(better.key()),
                    List.of(better.key()),
                    report);
        }
        return switch (entry.assignment.mode()) {
            case FIT, DEFERRED_FIT -> fitting(entry, report);
            case PREEMPT -> {
                List<WorkloadKey> victims = new ArrayList<>();
                entry.targets.forEach(target -> victims.add(target.workload().key()));
                Usage contended = entry.assignment.contended(world.names());
                yield new Explanation.NeedsPreemption(
                        report,
                        victims,
                        closedGates(entry.workload),
                        searches,
                        rooms(entry, contended));
            }
            case NO_FIT ->
                    new Explanation.NoFit(
                            entry.assignment.noFitReason(),
                            report,
                            searches,
                            rooms(entry, everyPair(entry)));
        };
    }

    /// What becomes of an entry that fits, in the order in which it is processed (R4.13).
    private Explanation.Outlook fitting(Entry entry, AssignmentReport report) {
        if (Admission.isBlocked(world)) {
            return new Explanation.Blocked(
                    PendingReason.WAITING_FOR_PODS_READY,
                    new PendingCause.WaitsForPodsReady(),
                    notReady(),
                    report);
        }
        Workload worse = Migration.admittedSibling(world, entry);
        return worse != null && Migration.isBelowLastAcceptable(entry)
                ? new Explanation.Blocked(
                        PendingReason.PENDING_EVALUATION,
                        new PendingCause.BelowLastAcceptableFlavor(),
                        List.of(worse.key()),
                        report)
                : new Explanation.Fits(report);
    }

    private List<WorkloadKey> notReady() {
        return world.workloads().all().stream()
                .filter(workload -> workload.reservedIn() != null)
                .filter(workload -> !workload.status().podsReady())
                .map(Workload::key)
                .sorted()
                .toList();
    }

    /// The closed gates that would hold it back (R9.2).
    private List<String> closedGates(Workload workload) {
        return Processing.gatesCount(world.settings()) ? workload.closedGates() : List.of();
    }

    /// Every pair that the workload could use.
    private Usage everyPair(Entry entry) {
        Usage pairs = new Usage();
        for (var podSet : entry.workload.podSets()) {
            for (int resource : podSet.resources()) {
                var group = entry.queue.groupOf(resource);
                for (int i = 0; group != null && i < group.flavorCount(); i++) {
                    pairs.add(group.pair(i, resource), 0);
                }
            }
        }
        return pairs;
    }

    /// What the nodes from a queue to the root have of some pairs, pair by pair.
    List<Room> rooms(QuotaNode queue, Usage pairs) {
        return rooms(queue, pairs, true);
    }

    private List<Room> rooms(Entry entry, Usage pairs) {
        boolean mayBorrow =
                !world.settings().isOn(Feature.WORKLOAD_ADMISSION_CONSTRAINTS)
                        || !entry.constraints.cannotBorrow();
        return rooms(entry.queue.node(), pairs, mayBorrow);
    }

    private List<Room> rooms(QuotaNode queue, Usage pairs, boolean mayBorrow) {
        world.forest().refresh(queue);
        List<Room> rooms = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            for (QuotaNode node = queue; node != null; node = node.parent()) {
                rooms.add(room(node, pairs.frAt(i), mayBorrow || node != queue));
            }
        }
        return rooms;
    }

    /// @param mayBorrow false: what the node has beyond its own is not available to whom this is told
    private Room room(QuotaNode node, int fr, boolean mayBorrow) {
        NameIndex names = world.names();
        long available = QuotaForest.available(node, fr);
        long ownFree = Math.max(0, Amounts.minus(node.nominal(fr), node.usage(fr)));
        return new Room(
                node.name(),
                names.flavorName(names.flavorOf(fr)),
                names.resourceName(names.resourceOf(fr)),
                node.nominal(fr),
                node.subtree(fr),
                node.guaranteed(fr),
                node.usage(fr),
                mayBorrow ? available : Math.min(available, ownFree),
                QuotaForest.potentialAvailable(node, fr));
    }
}
