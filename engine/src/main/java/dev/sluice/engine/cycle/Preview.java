package dev.sluice.engine.cycle;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.preemption.Preemptions;
import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.reason.VictimSearch;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
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
        world.forest().refresh(queue.node());
        Entry entry = new Entry(workload, queue, false);
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
        return switch (entry.assignment.mode()) {
            case FIT, DEFERRED_FIT -> new Explanation.Fits(report);
            case PREEMPT -> {
                List<WorkloadKey> victims = new ArrayList<>();
                entry.targets.forEach(target -> victims.add(target.workload().key()));
                Usage contended = entry.assignment.contended(world.names());
                yield new Explanation.NeedsPreemption(
                        report,
                        victims,
                        closedGates(entry.workload),
                        searches,
                        rooms(entry.queue.node(), contended));
            }
            case NO_FIT ->
                    new Explanation.NoFit(
                            entry.assignment.noFitReason(),
                            report,
                            searches,
                            rooms(entry.queue.node(), everyPair(entry)));
        };
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
        world.forest().refresh(queue);
        List<Room> rooms = new ArrayList<>();
        for (int i = 0; i < pairs.size(); i++) {
            for (QuotaNode node = queue; node != null; node = node.parent()) {
                rooms.add(room(node, pairs.frAt(i)));
            }
        }
        return rooms;
    }

    private Room room(QuotaNode node, int fr) {
        NameIndex names = world.names();
        return new Room(
                node.name(),
                names.flavorName(names.flavorOf(fr)),
                names.resourceName(names.resourceOf(fr)),
                node.nominal(fr),
                node.subtree(fr),
                node.guaranteed(fr),
                node.usage(fr),
                QuotaForest.available(node, fr),
                QuotaForest.potentialAvailable(node, fr));
    }
}
