package dev.sluice.engine.cycle;

import dev.sluice.engine.Decision;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.world.FlavorGroup;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What becomes of a variant that has an admitted sibling (R9.8 to R9.11): the more favourable flavor wins.
///
/// Flavors are the more favourable the earlier the ClusterQueue lists them.
final class Migration {

    private final World world;
    private final Ledger ledger;

    Migration(World world, Ledger ledger) {
        this.world = world;
        this.ledger = ledger;
    }

    /// Skips the entry if a better variant is admitted already (R9.10); says whether it did.
    boolean isPointless(Entry entry) {
        Workload sibling = better(world, entry);
        if (sibling == null) {
            return false;
        }
        entry.stayPending(
                PendingReason.PENDING_EVALUATION,
                new PendingCause.BetterVariantAdmitted(sibling.key()),
                RequeueReason.FAILED_AFTER_NOMINATION);
        return true;
    }

    /// The admitted variant that leaves nothing to win for the entry, or null.
    static @Nullable Workload better(World world, Entry entry) {
        Workload sibling = admittedSibling(world, entry);
        return sibling == null || favour(entry, sibling) > favour(entry, entry.workload)
                ? null
                : sibling;
    }

    /// Moves the workload from a worse flavor to the entry's, which fits (R9.11); says whether there was one. In either
    /// case the entry's usage stays reserved until the end of the cycle.
    boolean migrates(Entry entry) {
        Workload sibling = admittedSibling(world, entry);
        if (sibling == null) {
            return false;
        }
        ledger.reserve(entry.queue, entry.assignment.usage());
        entry.workload.setScan(null);
        if (isBelowLastAcceptable(entry)) {
            entry.stayPending(
                    PendingReason.PENDING_EVALUATION,
                    new PendingCause.BelowLastAcceptableFlavor(),
                    RequeueReason.GENERIC);
            return true;
        }
        boolean already = sibling.isEvicted() || sibling.isEvictionExpected();
        sibling.expectEviction(!sibling.isEvicted());
        entry.requeue = RequeueReason.PENDING_MIGRATION;
        entry.decision =
                new Decision.Migrate(
                        entry.workload.key(),
                        entry.queue.name(),
                        sibling.key(),
                        already,
                        entry.assignment.report(world.names()),
                        entry.assignment.deviations());
        return true;
    }

    /// The admitted variant of the same workload in the same queue with the most favourable flavor, or null.
    static @Nullable Workload admittedSibling(World world, Entry entry) {
        if (!world.settings().isOn(Feature.CONCURRENT_ADMISSION)) {
            return null;
        }
        Workload best = null;
        for (Workload variant : world.workloads().variants().family(entry.workload)) {
            var reservation = variant.status().reservation();
            if (variant != entry.workload
                    && reservation != null
                    && reservation.admitted()
                    && variant.reservedIn() == entry.queue
                    && (best == null || favour(entry, variant) < favour(entry, best))) {
                best = variant;
            }
        }
        return best;
    }

    static boolean isBelowLastAcceptable(Entry entry) {
        ClusterQueueSpec spec = entry.queue.spec();
        ClusterQueueSpec.ConcurrentAdmission policy =
                spec == null ? null : spec.concurrentAdmission();
        String last = policy == null ? null : policy.lastAcceptableFlavor();
        return last != null && favour(entry, entry.workload) > rank(entry, last);
    }

    private static int favour(Entry entry, Workload variant) {
        List<String> allowed = variant.spec().allowedFlavors();
        return allowed == null || allowed.isEmpty() ? 0 : rank(entry, allowed.getFirst());
    }

    /// Position of a flavor in the queue; behind all others if it is not there.
    private static int rank(Entry entry, String flavor) {
        int rank = 0;
        for (FlavorGroup group : entry.queue.groups()) {
            for (int i = 0; i < group.flavorCount(); i++, rank++) {
                if (group.flavorName(i).equals(flavor)) {
                    return rank;
                }
            }
        }
        return rank;
    }
}
