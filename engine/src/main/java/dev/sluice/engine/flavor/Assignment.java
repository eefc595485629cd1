package dev.sluice.engine.flavor;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.quota.Usage;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.Deviation;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.world.ScanState;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The flavors of a whole workload: what it would use, and what it needs before it can be admitted (R5.1).
public final class Assignment {

    final List<AssignedPodSet> podSets = new ArrayList<>(1);
    final Usage usage = new Usage();
    private Set<Deviation> deviations = Set.of();
    private Mode mode = Mode.NO_FIT;
    private int borrowing;
    Severity severity = Severity.NONE;

    /// The mode of the worst pod set; [Mode#NO_FIT] if there is none.
    public Mode mode() {
        return mode;
    }

    /// Fits once running preemptions are complete (R4.14).
    public void defer() {
        mode = Mode.DEFERRED_FIT;
    }

    /// The greatest borrowing level (R5.19).
    public int borrowing() {
        return borrowing;
    }

    /// What it would add to the usage of the queue. For an elastic replacement only the difference (R9.18).
    public Usage usage() {
        return usage;
    }

    public List<AssignedPodSet> podSets() {
        return podSets;
    }

    public Set<Deviation> deviations() {
        return deviations;
    }

    /// Notes that it is deliberately not what the peer would have come to.
    public void deviate(Deviation deviation) {
        if (deviations.isEmpty()) {
            deviations = EnumSet.noneOf(Deviation.class);
        }
        deviations.add(deviation);
    }

    /// The pairs whose resource needs preemption (R6.1); the amounts are of no meaning.
    public Usage contended(NameIndex names) {
        Usage pairs = new Usage();
        for (AssignedPodSet podSet : podSets) {
            for (int i = 0; i < podSet.flavors.length; i++) {
                if (podSet.flavors[i] != AssignedPodSet.NO_FLAVOR
                        && podSet.verdicts[i].mode() == Mode.PREEMPT) {
                    int fr = names.pair(podSet.flavors[i], podSet.podSet.resources()[i]);
                    if (!pairs.has(fr)) {
                        pairs.add(fr, 0);
                    }
                }
            }
        }
        return pairs;
    }

    /// Reason of an assignment that does not fit (R4.21).
    public PendingReason noFitReason() {
        PendingReason reason = severity.reason();
        if (reason == null) {
            deviate(Deviation.R4_21_REASON);
            return PendingReason.NO_MATCHING_FLAVOR;
        }
        return reason;
    }

    /// How far the scan came, to be carried to the next cycle (R5.21).
    public ScanState scanState(long generation, long cycle, @Nullable Object equivalence) {
        int[][] tried = new int[podSets.size()][];
        int[][] resources = new int[podSets.size()][];
        for (int i = 0; i < tried.length; i++) {
            tried[i] = podSets.get(i).tried;
            resources[i] = podSets.get(i).podSet.resources();
        }
        return new ScanState(tried, resources, generation, cycle, equivalence);
    }

    /// What `status.admission` says (R4.16).
    public List<Reservation.PodSetReservation> reservation(NameIndex names) {
        List<Reservation.PodSetReservation> all = new ArrayList<>(podSets.size());
        for (AssignedPodSet podSet : podSets) {
            all.add(reservation(podSet, names));
        }
        return all;
    }

    private static Reservation.PodSetReservation reservation(
            AssignedPodSet podSet, NameIndex names) {
        String name = podSet.podSet.spec().name();
        int count = podSet.podSet.count();
        int[] resources = podSet.podSet.resources();
        if (resources.length == 1 && podSet.flavors[0] != AssignedPodSet.NO_FLAVOR) {
            String resource = names.resourceName(resources[0]);
            return new Reservation.PodSetReservation(
                    name,
                    count,
                    Map.of(resource, names.flavorName(podSet.flavors[0])),
                    Map.of(resource, podSet.podSet.totals()[0]));
        }
        Map<String, String> flavors = new HashMap<>();
        Map<String, Long> amounts = new HashMap<>();
        for (int i = 0; i < resources.length; i++) {
            if (podSet.flavors[i] != AssignedPodSet.NO_FLAVOR) {
                String resource = names.resourceName(resources[i]);
                flavors.put(resource, names.flavorName(podSet.flavors[i]));
                amounts.put(resource, podSet.podSet.totals()[i]);
            }
        }
        return new Reservation.PodSetReservation(name, count, flavors, amounts);
    }

    /// The same as data for messages and explanations.
    public AssignmentReport report(NameIndex names) {
        List<PodSetReport> reports = new ArrayList<>(podSets.size());
        for (AssignedPodSet podSet : podSets) {
            Map<String, PodSetReport.Choice> choices = new HashMap<>(4);
            for (int i = 0; i < podSet.flavors.length; i++) {
                if (podSet.flavors[i] != AssignedPodSet.NO_FLAVOR) {
                    choices.put(
                            names.resourceName(podSet.podSet.resources()[i]),
                            new PodSetReport.Choice(
                                    names.flavorName(podSet.flavors[i]),
                                    podSet.verdicts[i].mode(),
                                    podSet.levels[i]));
                }
            }
            reports.add(
                    new PodSetReport(
                            podSet.podSet.spec().name(),
                            podSet.podSet.count(),
                            podSet.mode(),
                            choices,
                            podSet.notes.reasons(),
                            podSet.attempts,
                            podSet.error));
        }
        return new AssignmentReport(mode, borrowing, reports);
    }

    /// Computes mode and borrowing level once all pod sets are there.
    void complete(boolean failed) {
        Mode worst = podSets.isEmpty() || failed ? Mode.NO_FIT : Mode.FIT;
        for (AssignedPodSet podSet : podSets) {
            Mode own = podSet.mode();
            worst = own.compareTo(worst) < 0 ? own : worst;
            for (int i = 0; i < podSet.flavors.length; i++) {
                if (podSet.flavors[i] != AssignedPodSet.NO_FLAVOR) {
                    borrowing = Math.max(borrowing, podSet.levels[i]);
                }
            }
        }
        mode = worst;
    }
}
