package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import dev.sluice.model.LabelSelector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Properties that hold in every world, over seeded random ones. `-Dworlds=N` plays N of them.
class RandomWorldsTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String[] FLAVORS = {"x", "y"};

    static List<Long> seeds() {
        List<Long> seeds = new ArrayList<>();
        for (long seed = 1; seed <= Integer.getInteger("worlds", 300); seed++) {
            seeds.add(seed);
        }
        return seeds;
    }

    /// A random world with the bookkeeping of a second party.
    private static final class World {
        final Random random;
        final Engine engine;
        final List<Event> setUp = new ArrayList<>();
        final List<ClusterQueueSpec> queues = new ArrayList<>();
        final Map<WorkloadKey, WorkloadSpec> specs = new TreeMap<>();
        final Map<WorkloadKey, WorkloadStatus> statuses = new TreeMap<>();
        Instant now = START;
        int arrivals;
        long nominal;

        World(long seed) {
            random = new Random(seed);
            engine = new Engine(settings(seed));
            setUp.add(new Event.NamespaceChanged("ns", Map.of()));
            for (String flavor : FLAVORS) {
                setUp.add(new Event.FlavorChanged(FlavorSpec.of(flavor)));
            }
            setUp.add(new Event.CohortChanged(new CohortSpec("left", "root", groups(), 1)));
            for (int i = 0; i < 2 + random.nextInt(3); i++) {
                ClusterQueueSpec queue = queue("q" + i);
                queues.add(queue);
                setUp.add(new Event.ClusterQueueChanged(queue));
                setUp.add(
                        new Event.LocalQueueChanged(
                                LocalQueueSpec.of("ns", queue.name(), queue.name())));
            }
        }

        /// Every third world shares fairly.
        static EngineSettings settings(long seed) {
            EngineSettings settings = EngineSettings.defaults();
            return seed % 3 != 0
                    ? settings
                    : new EngineSettings(
                            settings.features(),
                            new EngineSettings.FairSharing(
                                    List.of(EngineSettings.Strategy.values())),
                            null,
                            false,
                            false,
                            false);
        }

        private ClusterQueueSpec queue(String name) {
            Preemption.Policy[] policies = Preemption.Policy.values();
            return new ClusterQueueSpec(
                    name,
                    random.nextBoolean() ? "left" : "root",
                    groups(),
                    random.nextInt(3) == 0,
                    LabelSelector.EVERYTHING,
                    new Fungibility(
                            random.nextBoolean(),
                            random.nextBoolean(),
                            Fungibility.Preference.BORROWING_OVER_PREEMPTION),
                    new Preemption(
                            policies[random.nextInt(3)],
                            random.nextBoolean()
                                    ? Preemption.Policy.ANY
                                    : Preemption.Policy.LOWER_PRIORITY,
                            new Preemption.BorrowWithinCohort(random.nextBoolean(), null)),
                    StopPolicy.NONE,
                    new LinkedHashMap<>(),
                    1,
                    false,
                    null,
                    false);
        }

        private List<ResourceGroup> groups() {
            SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
            for (String flavor : FLAVORS) {
                long amount = random.nextInt(6);
                nominal += amount;
                flavors.put(
                        flavor,
                        Map.of(
                                "gpu",
                                new Quota(
                                        amount,
                                        random.nextInt(3) == 0 ? (long) random.nextInt(4) : null,
                                        random.nextInt(3) == 0 ? (long) random.nextInt(4) : null)));
            }
            return List.of(new ResourceGroup(List.of("gpu"), flavors));
        }

        void arrive() {
            int number = arrivals++;
            WorkloadKey key = new WorkloadKey("ns", "w" + number);
            WorkloadSpec spec =
                    new WorkloadSpec(
                            key,
                            "u-" + number,
                            1,
                            queues.get(random.nextInt(queues.size())).name(),
                            random.nextInt(3),
                            0,
                            "",
                            START.plusSeconds(random.nextInt(5)),
                            true,
                            null,
                            List.of(
                                    PodSetSpec.of(
                                            "main", 1, Map.of("gpu", 1L + random.nextInt(4)))),
                            random.nextInt(3) == 0
                                    ? new AdmissionConstraints(
                                            random.nextBoolean(), random.nextBoolean())
                                    : AdmissionConstraints.NONE,
                            List.of(),
                            null,
                            null,
                            null,
                            null);
            specs.put(key, spec);
            tell(key, WorkloadStatus.NEW);
        }

        void tell(WorkloadKey key, WorkloadStatus status) {
            statuses.put(key, status);
            engine.apply(new Event.WorkloadChanged(spec(key), status));
        }

        WorkloadSpec spec(WorkloadKey key) {
            WorkloadSpec spec = specs.get(key);
            if (spec == null) {
                throw new IllegalStateException("no spec of " + key);
            }
            return spec;
        }

        /// Runs a cycle and writes what it decided; says how many victims it chose newly.
        int cycle() {
            int victims = 0;
            now = now.plusSeconds(1);
            for (Decision decision : engine.cycle(now)) {
                WorkloadStatus status = statuses.get(decision.workload());
                if (decision instanceof Decision.Admit admit && status != null) {
                    Reservation reservation =
                            new Reservation(admit.clusterQueue(), admit.podSets(), now, true);
                    tell(admit.workload(), WorkloadStatus.NEW.withReservation(reservation));
                } else if (decision instanceof Decision.Preempt preempt) {
                    for (Decision.Victim victim : preempt.victims()) {
                        WorkloadStatus held = statuses.get(victim.workload());
                        if (!victim.alreadyEvicted() && held != null) {
                            victims++;
                            tell(victim.workload(), held.withEvicted(new Mark("Preempted", now)));
                        }
                    }
                }
            }
            return victims;
        }

        /// Gives back the quota of all evicted workloads.
        void release() {
            for (WorkloadKey key : List.copyOf(statuses.keySet())) {
                WorkloadStatus status = statuses.get(key);
                if (status != null && status.evicted() != null && status.reservation() != null) {
                    tell(key, status.withReservation(null));
                }
            }
        }

        void finishOne() {
            for (WorkloadKey key : List.copyOf(statuses.keySet())) {
                WorkloadStatus status = statuses.get(key);
                if (status != null && status.reservation() != null && random.nextInt(3) == 0) {
                    statuses.remove(key);
                    specs.remove(key);
                    engine.apply(new Event.WorkloadDeleted(key));
                    return;
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void usageIsTheSumOfReservationsAndNeverExceedsQuota(long seed) {
        World world = new World(seed);
        world.setUp.forEach(world.engine::apply);
        for (int step = 0; step < 40; step++) {
            switch (world.random.nextInt(5)) {
                case 0, 1 -> world.arrive();
                case 2 -> world.finishOne();
                case 3 -> world.release();
                default -> world.cycle();
            }
            UsageEqualsSumOfReserving.check(world.engine, world.queues, world.statuses.values());
            NoTreeExceedsItsQuota.check(world.engine, world.queues, world.nominal);
            CountsEqualRecount.check(world.engine, world.specs.values());
        }
    }

    /// FK5: nobody arrives or finishes, so preemption must come to an end.
    @ParameterizedTest
    @MethodSource("seeds")
    void preemptionComesToAnEnd(long seed) {
        World world = new World(seed);
        world.setUp.forEach(world.engine::apply);
        for (int i = 0; i < 12; i++) {
            world.arrive();
            world.cycle();
        }
        int quiet = 0;
        int rounds = 0;
        while (quiet < 3) {
            quiet = world.cycle() == 0 ? quiet + 1 : 0;
            world.release();
            assertThat(++rounds).as("rounds of preemption").isLessThan(200);
        }
    }

    /// R0.3: objects and workloads that are told in another order lead to the same decisions.
    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderOfEqualInputsDoesNotMatter(long seed) {
        World world = new World(seed);
        world.setUp.forEach(world.engine::apply);
        for (int i = 0; i < 10; i++) {
            world.arrive();
        }
        List<Event> shuffled = new ArrayList<>(world.setUp);
        world.specs
                .values()
                .forEach(spec -> shuffled.add(new Event.WorkloadChanged(spec, WorkloadStatus.NEW)));
        Collections.shuffle(shuffled, new Random(seed));
        Engine other = new Engine(World.settings(seed));
        shuffled.forEach(other::apply);
        for (int i = 0; i < 10; i++) {
            Instant now = START.plusSeconds(i);
            assertThat(sorted(other.cycle(now))).isEqualTo(sorted(world.engine.cycle(now)));
        }
    }

    private static List<Decision> sorted(List<Decision> decisions) {
        List<Decision> sorted = new ArrayList<>(decisions);
        sorted.sort((a, b) -> a.workload().compareTo(b.workload()));
        return sorted;
    }
}
