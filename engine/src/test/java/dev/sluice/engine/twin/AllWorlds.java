package dev.sluice.engine.twin;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.Fungibility.Preference;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Preemption.Policy;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// All worlds of this shape, with amounts up to a size: queue `a` with flavors x and y and queue `b` with flavor x in one
/// cohort; a workload of `a` running on each flavor, one of `b` on x; one pending in `a`. For each of them all constraints
/// and a closed gate, all fungibility settings, preemption within the queue and in the cohort on and off, with and without
/// fair sharing.
///
/// A choice is a digit of a number that counts up until all are through.
final class AllWorlds {

    private static final List<Fungibility> FUNGIBILITIES =
            List.of(
                    new Fungibility(false, false, Preference.BORROWING_OVER_PREEMPTION),
                    new Fungibility(false, true, Preference.BORROWING_OVER_PREEMPTION),
                    new Fungibility(true, false, Preference.BORROWING_OVER_PREEMPTION),
                    new Fungibility(true, true, Preference.BORROWING_OVER_PREEMPTION),
                    new Fungibility(true, true, Preference.PREEMPTION_OVER_BORROWING));

    private final List<Integer> digits = new ArrayList<>();
    private final List<Integer> bounds = new ArrayList<>();
    private int at;
    private final int size;

    private AllWorlds(int size) {
        this.size = size;
    }

    /// Shows every world; says how many there were.
    static long forEach(int size, Consumer<SmallWorld> visitor) {
        AllWorlds worlds = new AllWorlds(size);
        long count = 0;
        do {
            worlds.at = 0;
            visitor.accept(worlds.world());
            count++;
        } while (worlds.advance());
        return count;
    }

    /// A choice among the numbers below the bound.
    private int choose(int bound) {
        if (at == digits.size()) {
            digits.add(0);
            bounds.add(bound);
        }
        return digits.get(at++);
    }

    private boolean advance() {
        for (int i = digits.size() - 1; i >= 0; i--) {
            if (digits.get(i) + 1 < bounds.get(i)) {
                digits.set(i, digits.get(i) + 1);
                return true;
            }
            digits.removeLast();
            bounds.removeLast();
        }
        return false;
    }

    private SmallWorld world() {
        EngineSettings settings =
                EngineSettings.defaults().with(Feature.MULTIKUEUE_ORCHESTRATED_PREEMPTION, true);
        if (choose(2) == 1) {
            settings =
                    new EngineSettings(
                            settings.features(),
                            new EngineSettings.FairSharing(List.of(Strategy.values())),
                            null,
                            false,
                            false,
                            false);
        }
        ClusterQueueSpec a = queue("a", List.of("x", "y"), FUNGIBILITIES.get(choose(5)));
        ClusterQueueSpec b = queue("b", List.of("x"), Fungibility.DEFAULT);
        List<SmallWorld.Member> running = new ArrayList<>();
        run("a", "x", running);
        run("a", "y", running);
        run("b", "x", running);
        int held = choose(5);
        WorkloadSpec pending =
                workload(
                        "w",
                        "a",
                        1,
                        1 + choose(size + 1),
                        held == 4
                                ? AdmissionConstraints.NONE
                                : new AdmissionConstraints(held / 2 == 1, held % 2 == 1),
                        held == 4 ? List.of("gate") : List.of());
        return new SmallWorld(
                settings,
                List.of(FlavorSpec.of("x"), FlavorSpec.of("y")),
                List.of(),
                List.of(a, b),
                running,
                List.of(new SmallWorld.Member(pending, WorkloadStatus.NEW)));
    }

    private ClusterQueueSpec queue(String name, List<String> flavors, Fungibility fungibility) {
        SequencedMap<String, Map<String, Quota>> quotas = new LinkedHashMap<>();
        for (String flavor : flavors) {
            quotas.put(flavor, Map.of("gpu", Quota.of(choose(size + 1))));
        }
        boolean first = name.equals("a");
        Policy within = first && choose(2) == 1 ? Policy.LOWER_PRIORITY : Policy.NEVER;
        Policy reclaim = first && choose(2) == 1 ? Policy.ANY : Policy.NEVER;
        return new ClusterQueueSpec(
                name,
                "co",
                List.of(new ResourceGroup(List.of("gpu"), quotas)),
                false,
                LabelSelector.EVERYTHING,
                fungibility,
                new Preemption(within, reclaim, Preemption.BorrowWithinCohort.NEVER),
                StopPolicy.NONE,
                new LinkedHashMap<>(),
                1,
                false,
                null,
                false);
    }

    private void run(String queue, String flavor, List<SmallWorld.Member> running) {
        int amount = choose(size + 1);
        if (amount > 0) {
            WorkloadSpec spec =
                    workload(
                            queue + flavor, queue, 0, amount, AdmissionConstraints.NONE, List.of());
            Reservation reservation =
                    new Reservation(
                            queue,
                            List.of(
                                    new Reservation.PodSetReservation(
                                            "main",
                                            1,
                                            Map.of("gpu", flavor),
                                            Map.of("gpu", (long) amount))),
                            Instant.EPOCH,
                            true);
            running.add(
                    new SmallWorld.Member(spec, WorkloadStatus.NEW.withReservation(reservation)));
        }
    }

    private static WorkloadSpec workload(
            String name,
            String queue,
            int priority,
            int amount,
            AdmissionConstraints constraints,
            List<String> gates) {
        return new WorkloadSpec(
                new WorkloadKey("ns", name),
                "u-" + name,
                1,
                queue,
                priority,
                0,
                "",
                Instant.EPOCH,
                true,
                null,
                List.of(PodSetSpec.of("main", 1, Map.of("gpu", (long) amount))),
                constraints,
                gates,
                null,
                null,
                null,
                null);
    }
}
