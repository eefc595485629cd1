package dev.sluice.engine.flavor;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.world.FlavorGroup;
import dev.sluice.engine.world.ScanState;
import dev.sluice.engine.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The scan of one resource group's flavors for one group of pod sets (R5.6 to R5.14).
///
/// Flavors are tried in the queue's order from the recorded position. Each gets a result, the least preferred verdict of
/// its resources; the fungibility settings say whether to take it or to look further, and which result is best.
final class GroupScan {

    private final World world;
    private final NameIndex names;
    private final AssignmentRequest request;
    private final FlavorAssigner.GroupRequest demand;
    private final Assignment assignment;
    private final ResourceVerdicts verdicts;
    private final Fungibility fungibility;
    private final boolean fungible;

    /// Result of one flavor; verdicts and levels by the index of the group's request.
    private static final class Result {
        final int flavorIndex;
        final Verdict[] verdicts;
        final int[] levels;
        Verdict verdict = Verdict.FIT;
        int level;
        int highestLevel;

        Result(int flavorIndex, int size) {
            this.flavorIndex = flavorIndex;
            this.verdicts = new Verdict[size];
            this.levels = new int[size];
        }
    }

    GroupScan(
            World world,
            AssignmentRequest request,
            FlavorAssigner.GroupRequest demand,
            Assignment assignment,
            Oracle oracle) {
        this.world = world;
        this.names = world.names();
        this.request = request;
        this.demand = demand;
        this.assignment = assignment;
        this.verdicts = new ResourceVerdicts(world, request, oracle);
        ClusterQueueSpec spec = request.queue().spec();
        this.fungibility = spec == null ? Fungibility.DEFAULT : spec.fungibility();
        this.fungible = world.settings().isOn(Feature.FLAVOR_FUNGIBILITY);
    }

    /// Scans the group's flavors; says whether one was found.
    boolean run(FlavorGroup group, int trigger) {
        Notes texts = new Notes(request.explained());
        List<FlavorAttempt> attempts = new ArrayList<>(0);
        Result best = null;
        Severity leastSevere = null;
        int last = group.flavorCount() - 1;
        int index = startIndex(trigger);
        int tried = -1;
        for (; index <= last; index++) {
            tried = index;
            FlavorReason skip = skipped(group, index, trigger);
            if (skip != null) {
                texts.add(skip);
                continue;
            }
            Notes own = new Notes(request.explained());
            verdicts.startFlavor();
            Result result = tryFlavor(group, index, own);
            note(group, result, own, attempts);
            texts.addAll(own);
            Severity severity =
                    result.verdict == Verdict.NO_FIT ? verdicts.severity() : Severity.NONE;
            if (result.verdict == Verdict.NO_FIT) {
                leastSevere = leastSevere == null ? severity : leastSevere.min(severity);
            }
            demand.noteScan(Severity.NONE);
            if (isTaken(result)) {
                best = result;
                break;
            }
            if (best == null ? result.verdict != Verdict.NO_FIT : isBetter(result, best)) {
                best = result;
            }
        }
        demand.noteScan(leastSevere);
        for (AssignedPodSet member : demand.members()) {
            member.addAttempts(attempts);
        }
        return settle(group, best, texts, triedIndex(tried, last));
    }

    /// R5.14. Without fungibility the peer records 0 everywhere: nobody goes on from there, but R3.8 sees it.
    private int triedIndex(int tried, int last) {
        if (!fungible) {
            return 0;
        }
        return tried < last ? tried : -1;
    }

    private boolean settle(FlavorGroup group, @Nullable Result best, Notes texts, int tried) {
        if (best == null) {
            assignment.severity =
                    assignment.severity.max(
                            demand.anyScanned() ? demand.severity() : Severity.NO_MATCH);
            demand.fail(texts);
            return false;
        }
        for (AssignedPodSet member : demand.members()) {
            if (best.verdict != Verdict.FIT) {
                member.addNotes(texts);
            }
        }
        choose(group, best);
        markTried(group, tried);
        return true;
    }

    private void choose(FlavorGroup group, Result best) {
        for (int i = 0; i < demand.size(); i++) {
            int resource = demand.resource(i);
            if (!group.covers(resource)) {
                continue;
            }
            demand.markAssigned(i);
            for (AssignedPodSet member : demand.members()) {
                int at = indexOf(member.podSet.resources(), resource);
                if (at >= 0) {
                    member.flavors[at] = group.flavor(best.flavorIndex);
                    member.verdicts[at] = best.verdicts[i];
                    member.levels[at] = best.levels[i];
                }
            }
        }
    }

    private void markTried(FlavorGroup group, int tried) {
        for (AssignedPodSet member : demand.members()) {
            int[] resources = member.podSet.resources();
            for (int i = 0; i < resources.length; i++) {
                if (group.covers(resources[i])) {
                    member.tried[i] = tried;
                }
            }
        }
    }

    /// Adds what the group uses to the usage of the assignment (R5.17).
    void finish() {
        Usage usage = assignment.usage;
        for (AssignedPodSet member : demand.members()) {
            int[] resources = member.podSet.resources();
            for (int i = 0; i < resources.length; i++) {
                if (member.flavors[i] != AssignedPodSet.NO_FLAVOR) {
                    int fr = names.pair(member.flavors[i], resources[i]);
                    long old = verdicts.oldAmount(member.podSet.spec().name(), resources[i]);
                    usage.add(fr, member.podSet.totals()[i] - old);
                }
            }
        }
    }

    // ---- one flavor
    // --------------------------------------------------------------------------------------------------

    /// R5.20.
    private int startIndex(int trigger) {
        ScanState scan = request.scan();
        if (scan == null || !fungible) {
            return 0;
        }
        int recorded = scan.triedIndex(demand.firstIndex(), trigger);
        return recorded == ScanState.NOTHING ? 0 : recorded + 1;
    }

    /// Why a flavor is passed over without a look (R5.23, R9.9), or null.
    private @Nullable FlavorReason skipped(FlavorGroup group, int index, int trigger) {
        Assignment pinned = request.pinned();
        if (pinned != null) {
            boolean nominated = false;
            for (int i = 0; i < demand.members().size(); i++) {
                int podSet = demand.firstIndex() + i;
                nominated |=
                        podSet < pinned.podSets.size()
                                && pinned.podSets.get(podSet).flavorOf(trigger)
                                        == group.flavor(index);
            }
            if (!nominated) {
                return new FlavorReason.NotNominated(
                        group.flavorName(index), names.resourceName(trigger));
            }
        }
        List<String> allowed = request.workload().spec().allowedFlavors();
        return allowed == null || allowed.contains(group.flavorName(index))
                ? null
                : new FlavorReason.NotAllowed(group.flavorName(index));
    }

    private Result tryFlavor(FlavorGroup group, int index, Notes notes) {
        Result result = new Result(index, demand.size());
        FlavorReason obstacle = obstacle(group, index);
        if (obstacle != null) {
            notes.add(obstacle);
            verdicts.noteSevere(Severity.NO_MATCH);
            result.verdict = Verdict.NO_FIT;
            return result;
        }
        boolean below = false;
        Verdict worst = Verdict.FIT;
        int highest = 0;
        for (int i = 0; i < demand.size(); i++) {
            int resource = demand.resource(i);
            if (!group.covers(resource)) {
                continue;
            }
            verdicts.judge(group, index, resource, demand.amount(i), demand, assignment, notes);
            result.verdicts[i] = verdicts.verdict();
            result.levels[i] = verdicts.level();
            below |= verdicts.verdict() != Verdict.FIT;
            worst = verdicts.verdict().compareTo(worst) < 0 ? verdicts.verdict() : worst;
            highest = Math.max(highest, verdicts.level());
            if (isPreferred(result.verdict, result.level, verdicts.verdict(), verdicts.level())) {
                result.verdict = verdicts.verdict();
                result.level = verdicts.level();
            }
        }
        result.highestLevel = highest;
        if (below && result.verdict == Verdict.FIT) {
            assignment.deviate(Deviation.T1_WORST_VERDICT);
            result.verdict = worst;
            result.level = highest;
        }
        return result;
    }

    private @Nullable FlavorReason obstacle(FlavorGroup group, int index) {
        FlavorSpec flavor = world.catalog().flavor(group.flavor(index));
        if (flavor == null) {
            return new FlavorReason.FlavorMissing(group.flavorName(index));
        }
        for (AssignedPodSet member : demand.members()) {
            FlavorReason obstacle = Eligibility.obstacle(member.podSet.spec(), flavor);
            if (obstacle != null) {
                return obstacle;
            }
        }
        return null;
    }

    private void note(FlavorGroup group, Result result, Notes notes, List<FlavorAttempt> attempts) {
        if (request.explained() && (result.verdict != Verdict.FIT || result.highestLevel != 0)) {
            attempts.add(
                    new FlavorAttempt(
                            group.flavorName(result.flavorIndex),
                            result.verdict,
                            result.highestLevel,
                            notes.reasons()));
        }
    }

    // ---- choosing
    // ----------------------------------------------------------------------------------------------------

    /// R5.12, R5.15.
    private boolean isTaken(Result result) {
        if (!fungible) {
            return result.verdict == Verdict.FIT;
        }
        return switch (result.verdict) {
            case NO_FIT, NO_CANDIDATES -> false;
            case PREEMPT, RECLAIM ->
                    !fungibility.tryNextWhenPreempting()
                            && (result.level == 0 || !fungibility.tryNextWhenBorrowing());
            case FIT -> result.level == 0 || !fungibility.tryNextWhenBorrowing();
        };
    }

    private boolean isBetter(Result result, Result best) {
        if (!fungible) {
            return result.verdict.compareTo(best.verdict) > 0;
        }
        return isPreferred(result.verdict, result.level, best.verdict, best.level);
    }

    /// Whether the first result is preferred to the second (R5.10).
    private boolean isPreferred(Verdict a, int levelA, Verdict b, int levelB) {
        if (a == Verdict.NO_FIT) {
            return false;
        }
        if (b == Verdict.NO_FIT) {
            return true;
        }
        if (a == Verdict.NO_CANDIDATES ^ b == Verdict.NO_CANDIDATES) {
            return b == Verdict.NO_CANDIDATES;
        }
        boolean levelFirst =
                fungibility.preference() == Fungibility.Preference.PREEMPTION_OVER_BORROWING;
        if (levelFirst && levelA != levelB) {
            return levelA < levelB;
        }
        int byVerdict = a.compareTo(b);
        return byVerdict != 0 ? byVerdict > 0 : levelA < levelB;
    }

    private static int indexOf(int[] numbers, int number) {
        for (int i = 0; i < numbers.length; i++) {
            if (numbers[i] == number) {
                return i;
            }
        }
        return -1;
    }
}
