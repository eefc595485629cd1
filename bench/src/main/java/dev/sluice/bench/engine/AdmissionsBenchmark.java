package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// Cases B4 and B5: how many workloads one thread admits in a second while quota is free.
///
/// One call is one cycle. The number of pending workloads stays the same: what was admitted is confirmed, some admitted
/// workloads finish and are deleted, and new ones arrive. The counter `admissions` is the figure; each of them stands for
/// the whole way of a workload through the engine: arrival, admission, confirmation, end, deletion.
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 3, time = 4)
@Fork(1)
public class AdmissionsBenchmark {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int QUEUES_PER_COHORT = 10;

    /// Admissions since the iteration began.
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Count {
        public long admissions;
    }

    /// An engine with queues in cohorts, pending and admitted workloads.
    @State(Scope.Thread)
    public static class World {
        @Param({"1000", "10000"})
        int queues;

        @Param({"1000", "100000"})
        int pending;

        @Param({"0", "100000"})
        int admitted;

        private Engine engine = new Engine(EngineSettings.defaults());
        private final ArrayDeque<WorkloadSpec> running = new ArrayDeque<>();
        private final Map<WorkloadKey, WorkloadSpec> specs = new HashMap<>();
        private long next;

        @Setup(Level.Trial)
        public void fill() {
            engine = new Engine(EngineSettings.defaults());
            engine.apply(new Event.NamespaceChanged("ns", Map.of()));
            engine.apply(new Event.FlavorChanged(FlavorSpec.of("default")));
            for (int i = 0; i < queues; i++) {
                SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
                flavors.put("default", Map.of("cpu", Quota.of(1_000_000_000_000L)));
                engine.apply(
                        new Event.ClusterQueueChanged(
                                ClusterQueueSpec.of(
                                        "q" + i,
                                        "cohort" + i / QUEUES_PER_COHORT,
                                        List.of(new ResourceGroup(List.of("cpu"), flavors)))));
                engine.apply(
                        new Event.LocalQueueChanged(LocalQueueSpec.of("ns", "q" + i, "q" + i)));
            }
            for (int i = 0; i < admitted; i++) {
                arrive();
            }
            while (running.size() < admitted) {
                confirm(engine.cycle(NOW));
            }
            for (int i = 0; i < pending; i++) {
                arrive();
            }
        }

        private void arrive() {
            long number = next++;
            WorkloadKey key = new WorkloadKey("ns", "w" + number);
            WorkloadSpec spec =
                    WorkloadSpec.of(
                            key,
                            "uid-" + number,
                            "q" + number % queues,
                            0,
                            NOW.plusMillis(number),
                            List.of(PodSetSpec.of("main", 1, Map.of("cpu", 1000L))));
            specs.put(key, spec);
            engine.apply(new Event.WorkloadChanged(spec, WorkloadStatus.NEW));
        }

        private int confirm(List<Decision> decisions) {
            int count = 0;
            for (Decision decision : decisions) {
                if (decision instanceof Decision.Admit admit) {
                    WorkloadSpec spec = Objects.requireNonNull(specs.get(admit.workload()));
                    Reservation reservation =
                            new Reservation(
                                    admit.clusterQueue(), admit.podSets(), NOW, admit.admitted());
                    engine.apply(
                            new Event.WorkloadChanged(
                                    spec, WorkloadStatus.NEW.withReservation(reservation)));
                    running.add(spec);
                    count++;
                }
            }
            return count;
        }

        private void finishOne() {
            WorkloadSpec spec = running.remove();
            specs.remove(spec.key());
            engine.apply(new Event.WorkloadDeleted(spec.key()));
        }
    }

    /// One cycle, with everything that keeps the world as full as it was.
    @Benchmark
    public int cycle(World world, Count count) {
        int admissions = world.confirm(world.engine.cycle(NOW));
        count.admissions += admissions;
        for (int i = 0; i < admissions; i++) {
            world.finishOne();
            world.arrive();
        }
        return admissions;
    }
}
