package dev.sluice.engine.flavor;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.QuotaForest;
import dev.sluice.engine.quota.QuotaNode;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.world.FlavorGroup;
import dev.sluice.engine.world.Workload;
import dev.sluice.engine.world.World;
import dev.sluice.model.Amounts;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one flavor can do for one resource of a request (R5.9), the constraints of KEP-8729 included.
final class ResourceVerdicts {

    private final NameIndex names;
    private final AssignmentRequest request;
    private final Oracle oracle;
    private final QuotaNode node;
    private final boolean preemptsWhileBorrowing;
    private final AdmissionConstraints constraints;

    private Verdict verdict = Verdict.NO_FIT;
    private int level;
    private Severity severity = Severity.NONE;

    ResourceVerdicts(World world, AssignmentRequest request, Oracle oracle) {
        this.names = world.names();
        this.request = request;
        this.oracle = oracle;
        this.node = request.queue().node();
        this.preemptsWhileBorrowing = preemptsWhileBorrowing(world, request);
        this.constraints = request.constraints();
    }

    private static boolean preemptsWhileBorrowing(World world, AssignmentRequest request) {
        ClusterQueueSpec spec = request.queue().spec();
        if (spec == null) {
            return false;
        }
        Preemption preemption = spec.preemption();
        return preemption.borrowWithinCohort().lowerPriority()
                || (world.settings().fairSharing() != null
                        && preemption.reclaimWithinCohort() != Preemption.Policy.NEVER);
    }

    void startFlavor() {
        severity = Severity.NONE;
    }

    /// The greatest severity met for the flavor (R4.21).
    Severity severity() {
        return severity;
    }

    void noteSevere(Severity other) {
        severity = severity.max(other);
    }

    /// The verdict of the last [#judge].
    Verdict verdict() {
        return verdict;
    }

    /// The borrowing level of the last [#judge].
    int level() {
        return level;
    }

    void judge(
            FlavorGroup group,
            int flavorIndex,
            int resource,
            long amount,
            FlavorAssigner.GroupRequest demand,
            Assignment assignment,
            Notes notes) {
        int fr = group.pair(flavorIndex, resource);
        String flavor = group.flavorName(flavorIndex);
        String resourceName = names.resourceName(resource);
        long replaced = 0;
        boolean differs = false;
        if (request.oldSlice() != null) {
            for (AssignedPodSet member : demand.members()) {
                String podSet = member.podSet.spec().name();
                String original = oldFlavor(podSet, resourceName);
                if (original != null && !original.equals(flavor)) {
                    notes.add(new FlavorReason.SliceFlavorDiffers(flavor, original));
                    noteSevere(Severity.NO_MATCH);
                    differs = true;
                } else {
                    replaced += oldAmount(podSet, resource);
                }
            }
        }
        judge(flavor, resourceName, fr, assignment.usage.get(fr), amount, replaced, notes);
        if (differs) {
            verdict = Verdict.NO_FIT;
        }
    }

    private void judge(
            String flavor,
            String resource,
            int fr,
            long assumed,
            long amount,
            long replaced,
            Notes notes) {
        long wanted = amount - replaced;
        long value = Amounts.plus(assumed, wanted);
        long potential = QuotaForest.potentialAvailable(node, fr);
        verdict = Verdict.NO_FIT;
        level = 0;
        if (value > potential) {
            noteSevere(Severity.QUOTA_TOO_SMALL);
            if (notes.areKept()) {
                notes.add(
                        new FlavorReason.ExceedsCapacity(
                                flavor,
                                resource,
                                assumed,
                                wanted,
                                potential,
                                QuotaForest.limiter(node, fr).name()));
            } else {
                notes.addUnnamed();
            }
            return;
        }
        int borrowing = QuotaForest.borrowing(node, fr, value);
        long available = QuotaForest.availableToQueue(node, fr);
        boolean fits = value <= available;
        boolean excluded = constraints.cannotBorrow() && borrows(fr, value);
        level = constraints.cannotBorrow() && !excluded ? 0 : QuotaForest.levelOf(borrowing);
        if (fits && !excluded) {
            verdict = Verdict.FIT;
            return;
        }
        long own = node.nominal(fr);
        // a slice that grows asks for all of it, not only for what it adds to the one that it
        // replaces
        long whole = Amounts.plus(value, Math.min(replaced, oldUsage(fr)));
        if (excluded && whole > own) {
            noteSevere(Severity.QUOTA_TOO_SMALL);
            notes.add(
                    new FlavorReason.ExceedsOwnQuota(
                            flavor, resource, Amounts.minus(whole, own), own));
            return;
        }
        if (fits) {
            notes.add(new FlavorReason.CannotBorrow(flavor, resource, beyondOwn(fr, value)));
        } else {
            noteShort(flavor, resource, fr, value, available, notes);
        }
        judgePreemption(flavor, resource, fr, value, QuotaForest.hintOf(borrowing), notes);
    }

    private void noteShort(
            String flavor, String resource, int fr, long value, long available, Notes notes) {
        if (!notes.areKept()) {
            notes.addUnnamed();
            return;
        }
        long missing = Amounts.minus(value, available);
        String node = shortNode(fr, value).name();
        notes.add(new FlavorReason.Short(flavor, resource, missing, node));
    }

    private void judgePreemption(
            String flavor, String resource, int fr, long value, boolean hint, Notes notes) {
        boolean possible = node.nominal(fr) >= value || hint || preemptsWhileBorrowing;
        if (!possible) {
            noteSevere(Severity.QUOTA_IN_USE);
            return;
        }
        if (constraints.cannotPreempt()) {
            noteSevere(Severity.QUOTA_IN_USE);
            notes.add(new FlavorReason.CannotPreempt(flavor, resource, missing(fr, value)));
            return;
        }
        Oracle.Answer answer = oracle.ask(fr, value);
        verdict = answer.verdict();
        level = constraints.cannotBorrow() ? 0 : answer.level();
    }

    /// What preemption would have to free: quota that others use, or that the queue itself uses if it may not borrow.
    private long missing(int fr, long value) {
        long room = QuotaForest.availableToQueue(node, fr);
        if (constraints.cannotBorrow()) {
            room = Math.min(room, Math.max(0, Amounts.minus(node.nominal(fr), node.usage(fr))));
        }
        return Amounts.minus(value, room);
    }

    /// What the queue would use beyond its own with so much more.
    private long beyondOwn(int fr, long value) {
        return Amounts.minus(Amounts.plus(node.usage(fr), value), node.nominal(fr));
    }

    /// Whether the queue would use more than its own with so much more; a request of nothing never borrows (FB8, FB9).
    private boolean borrows(int fr, long value) {
        return value > 0 && QuotaForest.isBorrowingWith(node, fr, value);
    }

    /// The node that lacks room: the highest one on the way up whose own limit is what stops the request.
    private QuotaNode shortNode(int fr, long value) {
        QuotaNode lowest = node;
        QuotaNode at = node;
        long rest = value;
        while (at.parent() != null) {
            rest = Amounts.minus(rest, QuotaForest.localAvailable(at, fr));
            at = Objects.requireNonNull(at.parent());
            if (QuotaForest.available(at, fr) < rest) {
                lowest = at;
            }
        }
        return lowest;
    }

    // ---- the slice that is replaced (R9.18)
    // ----------------------------------------------------------------------------

    /// What the old slice uses of a resource in a pod set.
    long oldAmount(String podSet, int resource) {
        Reservation.PodSetReservation old = oldPodSet(podSet);
        if (old == null) {
            return 0;
        }
        Long amount = old.usage().get(names.resourceName(resource));
        return amount == null ? 0 : amount;
    }

    /// What the old slice uses in fact: less than was reserved for it where pods of it are over.
    private long oldUsage(int fr) {
        Workload oldSlice = request.oldSlice();
        return oldSlice == null ? 0 : oldSlice.usage().get(fr);
    }

    private @Nullable String oldFlavor(String podSet, String resource) {
        Reservation.PodSetReservation old = oldPodSet(podSet);
        return old == null ? null : old.flavors().get(resource);
    }

    private Reservation.@Nullable PodSetReservation oldPodSet(String name) {
        Workload oldSlice = request.oldSlice();
        Reservation reservation = oldSlice == null ? null : oldSlice.status().reservation();
        if (reservation != null) {
            for (Reservation.PodSetReservation podSet : reservation.podSets()) {
                if (podSet.name().equals(name)) {
                    return podSet;
                }
            }
        }
        return null;
    }
}
