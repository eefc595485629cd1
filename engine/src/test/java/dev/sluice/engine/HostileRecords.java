package dev.sluice.engine;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.LocalQueueKey;
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
import dev.sluice.model.LabelSelector;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Random records with amounts and weights that nobody should write, and with names that lead nowhere.
class HostileRecords {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final String[] NAMES = {"a", "b", "c"};
    private static final String[] RESOURCES = {"cpu", "gpu", "memory"};
    private static final double[] WEIGHTS = {
        1, 2, 0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE
    };
    private static final long[] AMOUNTS = {
        0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE / 2
    };

    final Random random;
    Instant now = START;

    /// Amounts and counts are small and not negative.
    private final boolean sane;

    HostileRecords(long seed) {
        random = new Random(seed);
        sane = seed % 4 == 0;
    }

    EngineSettings settings() {
        EngineSettings settings =
                new EngineSettings(
                        EngineSettings.defaults().features(),
                        random.nextBoolean()
                                ? new EngineSettings.FairSharing(
                                        List.of(EngineSettings.Strategy.values()))
                                : null,
                        random.nextBoolean()
                                ? new EngineSettings.AdmissionFairSharing(
                                        Duration.ofMinutes(random.nextInt(2)),
                                        Duration.ofSeconds(1 + random.nextInt(90)),
                                        Map.of("cpu", weight()))
                                : null,
                        random.nextBoolean(),
                        random.nextBoolean(),
                        random.nextInt(4) == 0);
        for (Feature feature : Feature.values()) {
            settings = settings.with(feature, random.nextBoolean());
        }
        return settings;
    }

    String name() {
        return NAMES[random.nextInt(NAMES.length)];
    }

    double weight() {
        return WEIGHTS[random.nextInt(WEIGHTS.length)];
    }

    long amount() {
        return sane || random.nextInt(3) > 0
                ? random.nextInt(6)
                : AMOUNTS[random.nextInt(AMOUNTS.length)];
    }

    List<ResourceGroup> groups() {
        List<ResourceGroup> groups = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
            List<String> covered = new ArrayList<>();
            for (String resource : RESOURCES) {
                if (random.nextInt(3) > 0) {
                    covered.add(resource);
                }
            }
            for (int f = random.nextInt(3); f >= 0; f--) {
                Map<String, Quota> quotas = new TreeMap<>();
                for (String resource : RESOURCES) {
                    if (random.nextInt(5) > 0) {
                        quotas.put(resource, new Quota(amount(), limit(), limit()));
                    }
                }
                flavors.put(name(), quotas);
            }
            groups.add(new ResourceGroup(covered, flavors));
        }
        return groups;
    }

    @Nullable Long limit() {
        return random.nextInt(3) == 0 ? amount() : null;
    }

    ClusterQueueSpec queue(String name) {
        SequencedMap<String, Set<String>> checks = new LinkedHashMap<>();
        if (random.nextInt(6) == 0) {
            checks.put(name(), random.nextBoolean() ? Set.of() : Set.of(name()));
        }
        Preemption.Policy[] policies = Preemption.Policy.values();
        return new ClusterQueueSpec(
                name,
                random.nextInt(4) == 0 ? null : name(),
                groups(),
                random.nextBoolean(),
                random.nextInt(8) == 0 ? LabelSelector.NOTHING : LabelSelector.EVERYTHING,
                new Fungibility(
                        random.nextBoolean(),
                        random.nextBoolean(),
                        Fungibility.Preference.values()[random.nextInt(2)]),
                new Preemption(
                        policies[random.nextInt(policies.length)],
                        policies[random.nextInt(policies.length)],
                        new Preemption.BorrowWithinCohort(
                                random.nextBoolean(),
                                random.nextBoolean() ? random.nextInt() : null)),
                StopPolicy.values()[Math.max(0, random.nextInt(8) - 5)],
                checks,
                weight(),
                random.nextBoolean(),
                random.nextInt(4) == 0
                        ? new ClusterQueueSpec.ConcurrentAdmission(
                                random.nextBoolean(), random.nextBoolean() ? name() : null)
                        : null,
                random.nextInt(12) == 0);
    }

    Event localQueue() {
        return new Event.LocalQueueChanged(
                new LocalQueueSpec(
                        new LocalQueueKey(name(), name()),
                        name(),
                        StopPolicy.values()[Math.max(0, random.nextInt(8) - 5)],
                        weight(),
                        random.nextInt(4) == 0 ? Map.of("cpu", new BigDecimal("-1e30")) : null));
    }

    WorkloadKey key() {
        return new WorkloadKey(name(), "w" + random.nextInt(8));
    }

    WorkloadSpec workload() {
        List<PodSetSpec> podSets = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Map<String, Long> requests = new TreeMap<>();
            for (int k = random.nextInt(3); k >= 0; k--) {
                requests.put(random.nextInt(9) == 0 ? "tpu" : RESOURCES[k], amount());
            }
            int count = sane ? random.nextInt(3) : random.nextInt(6) - 1;
            PodSetSpec plain = PodSetSpec.of("p" + random.nextInt(2), count, requests);
            podSets.add(
                    new PodSetSpec(
                            plain.name(),
                            random.nextInt(20) == 0 ? Integer.MAX_VALUE : count,
                            random.nextInt(3) == 0 ? random.nextInt(4) - 1 : null,
                            requests,
                            plain.selection(),
                            List.of(),
                            "",
                            random.nextInt(4) == 0 ? "g" : null,
                            random.nextInt(9) == 0 ? "t" : null));
        }
        boolean extreme = random.nextInt(6) == 0;
        return new WorkloadSpec(
                key(),
                "u" + random.nextInt(2),
                random.nextInt(3),
                name(),
                extreme ? Integer.MAX_VALUE : random.nextInt(3),
                extreme ? Integer.MAX_VALUE : 0,
                "",
                extreme ? Instant.MAX : START.plusSeconds(random.nextInt(3)),
                random.nextInt(9) > 0,
                random.nextInt(12) == 0 ? WorkloadSpec.Hold.ON_HOLD : null,
                random.nextInt(9) == 0 ? List.of() : podSets,
                new AdmissionConstraints(random.nextInt(4) == 0, random.nextInt(4) == 0),
                random.nextInt(4) == 0 ? List.of("gate") : List.of(),
                random.nextInt(4) == 0 ? key() : null,
                random.nextInt(6) == 0 ? List.of(name()) : null,
                random.nextInt(6) == 0 ? key() : null,
                random.nextInt(12) == 0
                        ? new WorkloadSpec.RequestFault(random.nextBoolean(), List.of("no"))
                        : null);
    }

    WorkloadStatus status(WorkloadSpec spec) {
        WorkloadStatus.Mark mark = new WorkloadStatus.Mark("Preempted", now);
        return new WorkloadStatus(
                random.nextInt(12) == 0,
                random.nextInt(3) == 0 ? reservation(spec) : null,
                random.nextInt(6) == 0 ? mark : null,
                random.nextInt(6) == 0 ? mark : null,
                random.nextBoolean() ? random.nextBoolean() : null,
                random.nextInt(6) == 0 ? now.plusSeconds(random.nextInt(60) - 30) : null,
                random.nextInt(6) == 0
                        ? List.of(
                                new WorkloadStatus.Check(
                                        name(),
                                        WorkloadStatus.CheckState.values()[random.nextInt(4)]))
                        : List.of(),
                random.nextInt(4) == 0 ? Set.of("gate") : Set.of(),
                random.nextInt(6) == 0 ? Map.of("p0", random.nextInt(5) - 1) : Map.of(),
                random.nextBoolean());
    }

    /// Has little to do with the spec: other pod sets, flavors that do not exist, amounts without flavors.
    Reservation reservation(WorkloadSpec spec) {
        List<Reservation.PodSetReservation> podSets = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            Map<String, String> flavors = new TreeMap<>();
            Map<String, Long> usage = new TreeMap<>();
            for (String resource : RESOURCES) {
                if (random.nextInt(3) > 0) {
                    flavors.put(resource, random.nextInt(9) == 0 ? "none" : name());
                }
                if (random.nextInt(3) > 0) {
                    usage.put(resource, amount());
                }
            }
            podSets.add(
                    new Reservation.PodSetReservation(
                            "p" + random.nextInt(3), random.nextInt(4), flavors, usage));
        }
        return new Reservation(
                random.nextInt(9) == 0 ? "none" : spec.queueName(),
                podSets,
                now,
                random.nextBoolean());
    }
}
