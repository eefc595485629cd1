package dev.sluice.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.Amounts;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random events that contradict the state and each other, in any order, with amounts and weights that nobody should write:
/// the engine never fails, and its usage is what a recount says. `-Dhostile=N` plays N seeds.
class HostileEventsTest {

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Integer.getInteger("hostile", 100));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void neitherBreakItNorItsSums(long seed) {
        Chaos chaos = new Chaos(seed);
        for (int step = 0; step < 120; step++) {
            try {
                chaos.step();
                chaos.ask();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": " + e, e);
            }
            chaos.checkUsage();
        }
    }

    /// Throws events at an engine and keeps its own books.
    private static final class Chaos extends HostileRecords {
        final Engine engine;
        final Map<WorkloadKey, WorkloadSpec> specs = new TreeMap<>();
        final Map<WorkloadKey, WorkloadStatus> statuses = new TreeMap<>();
        final boolean reclaims;
        @Nullable Event last;

        Chaos(long seed) {
            super(seed);
            EngineSettings settings = settings();
            reclaims = settings.isOn(Feature.RECLAIMABLE_PODS);
            engine = new Engine(settings);
            for (String name : HostileRecords.NAMES) {
                engine.apply(new Event.FlavorChanged(FlavorSpec.of(name)));
                engine.apply(new Event.NamespaceChanged(name, Map.of()));
                engine.apply(new Event.ClusterQueueChanged(queue(name)));
                engine.apply(localQueue());
            }
        }

        void step() {
            int kind = random.nextInt(24);
            if (kind < 6) {
                cycle();
            } else if (kind == 6 && last != null) {
                engine.apply(last);
            } else if (kind < 15) {
                WorkloadSpec spec = workload();
                WorkloadStatus status = status(spec);
                specs.put(spec.key(), spec);
                statuses.put(spec.key(), status);
                tell(new Event.WorkloadChanged(spec, status));
            } else {
                tell(event(kind));
            }
        }

        Event event(int kind) {
            return switch (kind) {
                case 15 -> new Event.ClusterQueueChanged(queue(name()));
                case 16 ->
                        random.nextBoolean()
                                ? new Event.ClusterQueueDeleted(name())
                                : new Event.ClusterQueueChanged(queue(name()));
                case 17 ->
                        new Event.CohortChanged(new CohortSpec(name(), name(), groups(), weight()));
                case 18 ->
                        random.nextBoolean()
                                ? new Event.CohortDeleted(name())
                                : new Event.CohortChanged(
                                        new CohortSpec(name(), null, groups(), weight()));
                case 19 -> localQueue();
                case 20 ->
                        random.nextInt(3) == 0
                                ? new Event.LocalQueueDeleted(new LocalQueueKey(name(), name()))
                                : new Event.FlavorChanged(FlavorSpec.of(name()));
                case 21 ->
                        random.nextInt(3) == 0
                                ? new Event.FlavorDeleted(name())
                                : new Event.NamespaceChanged(name(), Map.of());
                case 22 ->
                        random.nextBoolean()
                                ? new Event.AdmissionCheckChanged(
                                        new AdmissionCheckSpec(name(), random.nextBoolean(), "c"))
                                : new Event.PreemptionRefused(key());
                default -> {
                    WorkloadKey key = key();
                    specs.remove(key);
                    statuses.remove(key);
                    yield new Event.WorkloadDeleted(key);
                }
            };
        }

        void tell(Event event) {
            last = event;
            engine.apply(event);
        }

        /// Every admission is refused, maybe twice, or its write is told.
        void cycle() {
            now = now.plusSeconds(random.nextInt(60) - 10);
            for (Decision decision : engine.cycle(now)) {
                WorkloadSpec spec = specs.get(decision.workload());
                if (!(decision instanceof Decision.Admit admit) || spec == null) {
                    continue;
                }
                for (Reservation.PodSetReservation podSet : admit.podSets()) {
                    assertThat(podSet.count()).isNotNegative();
                    assertThat(podSet.usage().values()).allMatch(amount -> amount >= 0);
                }
                if (random.nextBoolean()) {
                    engine.apply(new Event.AdmissionRefused(admit.workload()));
                    engine.apply(new Event.AdmissionRefused(admit.workload()));
                    continue;
                }
                WorkloadStatus status =
                        WorkloadStatus.NEW.withReservation(
                                new Reservation(
                                        admit.clusterQueue(),
                                        admit.podSets(),
                                        now,
                                        admit.admitted()));
                statuses.put(spec.key(), status);
                tell(new Event.WorkloadChanged(spec, status));
                engine.apply(new Event.AdmissionConfirmed(spec.key()));
            }
        }

        void ask() {
            for (String name : HostileRecords.NAMES) {
                engine.rooms(name);
                engine.status(name);
                engine.waiting(name);
                engine.active(name);
                engine.parked(name);
                engine.shareOfClusterQueue(name);
                engine.shareOfCohort(name);
                engine.counts(new LocalQueueKey(name, name));
                engine.consumed(new LocalQueueKey(name, name));
                engine.pendingPenalties(new LocalQueueKey(name, name));
            }
            engine.nextDue();
            engine.hasNews();
            specs.keySet().forEach(engine::explain);
            engine.explain(new WorkloadKey("none", "none"));
        }

        void checkUsage() {
            for (String name : HostileRecords.NAMES) {
                QueueCounts counts = engine.counts(name);
                if (counts != null) {
                    assertThat(UsageEqualsSumOfReserving.withoutZeros(counts.reserved()))
                            .as(name)
                            .isEqualTo(recount(name));
                }
            }
        }

        Map<String, Map<String, Long>> recount(String queue) {
            Map<String, Map<String, Long>> sums = new TreeMap<>();
            for (WorkloadKey key : statuses.keySet()) {
                WorkloadStatus status = Objects.requireNonNull(statuses.get(key));
                WorkloadSpec spec = Objects.requireNonNull(specs.get(key));
                Reservation reservation = status.reservation();
                if (reservation == null
                        || status.finished()
                        || !reservation.clusterQueue().equals(queue)) {
                    continue;
                }
                for (Reservation.PodSetReservation podSet : reservation.podSets()) {
                    podSet.flavors()
                            .forEach(
                                    (resource, flavor) ->
                                            sums.computeIfAbsent(flavor, _ -> new TreeMap<>())
                                                    .merge(
                                                            resource,
                                                            held(podSet, resource, spec, status),
                                                            Amounts::plus));
                }
            }
            return UsageEqualsSumOfReserving.withoutZeros(sums);
        }

        /// What a pod set holds, scaled to the pods that are needed (R1.16).
        long held(
                Reservation.PodSetReservation podSet,
                String resource,
                WorkloadSpec spec,
                WorkloadStatus status) {
            long amount =
                    Math.clamp(podSet.usage().getOrDefault(resource, 0L), 0, Amounts.UNLIMITED - 1);
            int needed = podSet.count();
            for (PodSetSpec told : spec.podSets()) {
                if (told.name().equals(podSet.name())) {
                    int pods = Math.max(0, told.count());
                    int reclaimable =
                            reclaims ? status.reclaimablePods().getOrDefault(told.name(), 0) : 0;
                    needed = Math.min(podSet.count(), pods - Math.clamp(reclaimable, 0, pods));
                }
            }
            return needed == podSet.count() || podSet.count() == 0
                    ? amount
                    : amount / podSet.count() * needed;
        }
    }
}
