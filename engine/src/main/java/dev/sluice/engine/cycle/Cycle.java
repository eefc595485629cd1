package dev.sluice.engine.cycle;

import dev.sluice.engine.CycleReport;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.preemption.Preemptions;
import dev.sluice.engine.queue.PendingQueue;
import dev.sluice.engine.queue.Ticket;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.Room;
import dev.sluice.engine.sharing.Shares;
import dev.sluice.engine.world.ClusterQueue;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.List;

/// The scheduling cycle (R4.2): takes the first workload of each active queue, nominates all of them, processes them in
/// order on the live quota forest, and puts back those that stay pending.
///
/// What entries reserve only until the end of the cycle stands in a [Ledger] and is given back then. Admissions stay.
public final class Cycle {

    private final World world;
    private final Nomination nomination;
    private final Preview preview;
    private final Ledger ledger;
    private final Processing processing;
    private final ClassicalOrder classicalOrder;
    private final Shares shares;
    private long number;
    private boolean progressed;

    public Cycle(World world) {
        this.world = world;
        Preemptions preemptions = new Preemptions(world);
        this.nomination = new Nomination(world, preemptions);
        this.preview = new Preview(world, nomination, preemptions);
        this.ledger = new Ledger(world.forest());
        this.processing = new Processing(world, nomination, ledger);
        this.shares = new Shares(world.names());
        this.classicalOrder = new ClassicalOrder(world.settings());
    }

    /// Runs one cycle and returns its decisions in the order in which they were taken.
    public List<Decision> run() {
        progressed = false;
        if (world.ready().isEmpty()) {
            return List.of();
        }
        number++;
        processing.begin();
        List<Entry> heads = takeHeads();
        List<Entry> entries = new ArrayList<>(heads.size());
        List<Entry> refused = new ArrayList<>(0);
        for (Entry head : heads) {
            (nomination.nominate(head, number) ? entries : refused).add(head);
        }
        List<Entry> processed =
                world.settings().fairSharing() == null
                        ? processInOrder(entries)
                        : processByShare(entries);
        ledger.settle();
        List<Decision> decisions = new ArrayList<>(heads.size());
        for (Entry entry : processed) {
            conclude(entry, decisions);
        }
        for (Entry entry : refused) {
            conclude(entry, decisions);
        }
        return decisions;
    }

    /// How workloads got into each other's way in the last cycle that looked at any.
    public CycleReport report() {
        return processing.report();
    }

    /// What the next cycle would find out about a queued workload if it were its turn, without any effect.
    public Explanation.Outlook outlook(Workload workload, ClusterQueue queue) {
        return preview.of(workload, queue, number + 1);
    }

    /// The same if the workload had fewer constraints, one after the other; nothing where they are not what it waits for.
    public List<Explanation.Relaxed> relaxed(
            Workload workload, ClusterQueue queue, Explanation.Outlook outlook) {
        return preview.relaxed(workload, queue, number + 1, outlook);
    }

    /// What the nodes from a ClusterQueue to its root have of some pairs.
    public List<Room> rooms(ClusterQueue queue, Usage pairs) {
        return preview.rooms(queue.node(), pairs);
    }

    private List<Entry> processInOrder(List<Entry> entries) {
        entries.sort(classicalOrder);
        for (Entry entry : entries) {
            processing.process(entry);
        }
        return entries;
    }

    private List<Entry> processByShare(List<Entry> entries) {
        Tournament tournament = new Tournament(world, shares, entries);
        List<Entry> processed = new ArrayList<>(entries.size());
        for (Entry entry = tournament.next(); entry != null; entry = tournament.next()) {
            processing.process(entry);
            processed.add(entry);
        }
        return processed;
    }

    private List<Entry> takeHeads() {
        List<ClusterQueue> queues = List.copyOf(world.ready());
        List<Entry> heads = new ArrayList<>(queues.size());
        for (ClusterQueue queue : queues) {
            PendingQueue pending = queue.pending();
            Ticket ticket = pending.pop();
            if (ticket instanceof Workload workload) {
                long generation = workload.spec().generation();
                workload.setEvaluatedGeneration(generation);
                heads.add(new Entry(workload, queue, pending.isPreemptor(workload, generation)));
                world.forest().refresh(queue.node());
            }
        }
        return heads;
    }

    /// Puts the entry back if it stays pending, and reports its decision.
    private void conclude(Entry entry, List<Decision> decisions) {
        Decision decision = entry.decision;
        if (decision == null) {
            throw new IllegalStateException("nothing was decided about " + entry);
        }
        decisions.add(decision);
        RequeueReason how = entry.requeue;
        if (how == null) {
            entry.queue.pending().forget(entry.workload);
        } else {
            putBack(entry, how, decision);
        }
        world.noteQueue(entry.queue);
        progressed |= isProgress(entry, decision);
    }

    /// Whether the last cycle changed anything, so that the next one may come to something else.
    public boolean hasProgressed() {
        return progressed;
    }

    private static boolean isProgress(Entry entry, Decision decision) {
        return switch (decision) {
            case Decision.Admit _ -> true;
            case Decision.Migrate migrate -> !migrate.alreadyEvicted();
            case Decision.Preempt preempt ->
                    preempt.victims().stream().anyMatch(victim -> !victim.alreadyEvicted());
            case Decision.Pending _ -> {
                ScanState scan = entry.workload.scan();
                yield entry.workload.isParked() || (scan != null && scan.hasUntried());
            }
        };
    }

    /// R3.8.
    private void putBack(Entry entry, RequeueReason how, Decision decision) {
        PendingQueue pending = entry.queue.pending();
        Workload workload = entry.workload;
        if (how.isPreemptor()) {
            pending.rememberPreemptor(workload, workload.spec().generation());
        }
        ScanState scan = workload.scan();
        boolean immediate =
                how.isImmediate(pending.isStrictFifo()) || (scan != null && scan.hasUntried());
        if (!workload.isBackoffOver(world.now())) {
            pending.park(workload);
        } else if (immediate) {
            pending.push(workload);
        } else if (how.concernsClass() && !pending.isStrictFifo()) {
            pending.parkClass(workload, reasonOf(decision));
        } else {
            pending.park(workload);
        }
    }

    private static PendingReason reasonOf(Decision decision) {
        return decision instanceof Decision.Pending pending && pending.reason() != null
                ? pending.reason()
                : PendingReason.PENDING_EVALUATION;
    }
}
