package dev.sluice.engine.twin;

import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.EngineSettings.Strategy;
import dev.sluice.engine.spec.Feature;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.Fungibility;
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
import dev.sluice.engine.spec.WorkloadStatus.Mark;
import dev.sluice.model.LabelSelector;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Small random worlds: up to three cohorts and four queues, one or two resource groups, each with one or two flavors with
/// or without taints and labels, some running and some pending workloads, replacements of slices among them, every setting
/// that the twin knows. The same seed gives the same world.
final class RandomWorlds {

    private static final List<String> RESOURCES = List.of("cpu", "gpu");

    private final Random random;
    private final List<Group> groups = new ArrayList<>();
    private final List<String> resources;
    private int number;

    /// A resource group as every queue of the world has it.
    private record Group(List<String> resources, List<String> flavors) {}

    private RandomWorlds(long seed) {
        this.random = new Random(seed);
        this.resources = random.nextInt(3) == 0 ? RESOURCES : RESOURCES.subList(1, 2);
        if (resources.size() > 1 && random.nextBoolean()) {
            groups.add(new Group(RESOURCES.subList(0, 1), oneOrTwo("u", "v")));
            groups.add(new Group(RESOURCES.subList(1, 2), oneOrTwo("x", "y")));
        } else {
            groups.add(new Group(resources, oneOrTwo("x", "y")));
        }
    }

    private List<String> oneOrTwo(String first, String second) {
        return random.nextInt(3) == 0 ? List.of(first) : List.of(first, second);
    }

    static SmallWorld of(long seed) {
        return new RandomWorlds(seed).world();
    }

    private SmallWorld world() {
        List<CohortSpec> cohorts = new ArrayList<>();
        List<String> parents = new ArrayList<>(List.of("root"));
        if (random.nextBoolean()) {
            cohorts.add(new CohortSpec("left", "root", quota(2), weight()));
            parents.add("left");
            if (random.nextInt(3) == 0) {
                cohorts.add(
                        new CohortSpec("right", chance(2) ? "left" : "root", quota(2), weight()));
                parents.add("right");
            }
        }
        List<ClusterQueueSpec> queues = new ArrayList<>();
        int count = 2 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            queues.add(queue("q" + i, parents.get(random.nextInt(parents.size()))));
        }
        List<SmallWorld.Member> running = new ArrayList<>();
        int runs = 2 + random.nextInt(7);
        for (int i = 0; i < runs; i++) {
            running.add(running(queues.get(random.nextInt(count))));
        }
        List<SmallWorld.Member> pending = new ArrayList<>();
        for (ClusterQueueSpec queue : queues) {
            if (pending.isEmpty() || random.nextBoolean()) {
                WorkloadSpec spec = chance(5) ? replacement(queue.name(), running) : null;
                pending.add(
                        new SmallWorld.Member(
                                spec == null ? pending(queue.name()) : spec, WorkloadStatus.NEW));
            }
        }
        return new SmallWorld(settings(), flavors(), cohorts, queues, running, pending);
    }

    private List<FlavorSpec> flavors() {
        List<FlavorSpec> flavors = new ArrayList<>();
        for (Group group : groups) {
            for (String name : group.flavors) {
                Map<String, String> labels = chance(4) ? Map.of("zone", "a") : Map.of();
                List<Taint> taints = new ArrayList<>();
                if (chance(5)) {
                    Taint.Effect[] effects = Taint.Effect.values();
                    taints.add(new Taint("spot", "", effects[random.nextInt(effects.length)]));
                }
                List<Toleration> own = chance(4) ? List.of(Toleration.exists("spot")) : List.of();
                flavors.add(new FlavorSpec(name, labels, taints, own, null));
            }
        }
        return flavors;
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    private double weight() {
        return switch (random.nextInt(5)) {
            case 0 -> 0;
            case 1 -> 2;
            default -> 1;
        };
    }

    private EngineSettings settings() {
        EngineSettings settings =
                EngineSettings.defaults()
                        .with(Feature.MULTIKUEUE_ORCHESTRATED_PREEMPTION, random.nextBoolean())
                        .with(Feature.WORKLOAD_ADMISSION_CONSTRAINTS, !chance(6))
                        .with(Feature.ELASTIC_JOBS_VIA_WORKLOAD_SLICES, !chance(6));
        if (chance(2)) {
            return settings;
        }
        List<Strategy> strategies =
                switch (random.nextInt(3)) {
                    case 0 -> List.of(Strategy.LESS_THAN_OR_EQUAL_TO_FINAL_SHARE);
                    case 1 -> List.of(Strategy.LESS_THAN_INITIAL_SHARE);
                    default -> List.of(Strategy.values());
                };
        return new EngineSettings(
                settings.features(),
                new EngineSettings.FairSharing(strategies),
                null,
                false,
                false,
                false);
    }

    private ClusterQueueSpec queue(String name, String cohort) {
        Policy reclaim =
                switch (random.nextInt(3)) {
                    case 0 -> Policy.NEVER;
                    case 1 -> Policy.LOWER_PRIORITY;
                    default -> Policy.ANY;
                };
        boolean whileBorrowing = reclaim != Policy.NEVER && chance(3);
        Fungibility fungibility =
                new Fungibility(
                        random.nextBoolean(),
                        random.nextBoolean(),
                        Fungibility.Preference.values()[random.nextInt(2)]);
        return new ClusterQueueSpec(
                name,
                chance(8) ? null : cohort,
                quota(4),
                random.nextBoolean(),
                LabelSelector.EVERYTHING,
                fungibility,
                new Preemption(
                        Policy.values()[random.nextInt(3)],
                        reclaim,
                        new Preemption.BorrowWithinCohort(
                                whileBorrowing,
                                whileBorrowing && chance(2) ? Integer.valueOf(1) : null)),
                StopPolicy.NONE,
                new LinkedHashMap<>(),
                weight(),
                false,
                null,
                false);
    }

    private List<ResourceGroup> quota(int most) {
        List<ResourceGroup> all = new ArrayList<>();
        for (Group group : groups) {
            SequencedMap<String, Map<String, Quota>> quotas = new LinkedHashMap<>();
            for (String flavor : group.flavors) {
                Map<String, Quota> byResource = new HashMap<>();
                for (String resource : group.resources) {
                    byResource.put(resource, new Quota(random.nextInt(most + 1), limit(), limit()));
                }
                quotas.put(flavor, byResource);
            }
            all.add(new ResourceGroup(group.resources, quotas));
        }
        return all;
    }

    private @Nullable Long limit() {
        return chance(4) ? Long.valueOf(random.nextInt(3)) : null;
    }

    private Map<String, Long> requests(int least) {
        Map<String, Long> requests = new HashMap<>();
        for (String resource : resources) {
            requests.put(resource, (long) least + random.nextInt(4 - least));
        }
        return requests;
    }

    private SmallWorld.Member running(ClusterQueueSpec queue) {
        WorkloadSpec spec =
                spec(
                        queue.name(),
                        List.of(PodSetSpec.of("main", 1, requests(chance(3) ? 0 : 1))),
                        AdmissionConstraints.NONE,
                        List.of());
        Map<String, String> chosen = new HashMap<>();
        for (Group group : groups) {
            String flavor = group.flavors.get(random.nextInt(group.flavors.size()));
            group.resources.forEach(resource -> chosen.put(resource, flavor));
        }
        Reservation reservation =
                new Reservation(
                        queue.name(),
                        List.of(
                                new Reservation.PodSetReservation(
                                        "main",
                                        1,
                                        chosen,
                                        spec.podSets().getFirst().requestsPerPod())),
                        Instant.EPOCH.plusSeconds(random.nextInt(4)),
                        random.nextBoolean());
        WorkloadStatus status = WorkloadStatus.NEW.withReservation(reservation);
        return new SmallWorld.Member(
                spec,
                chance(6) ? status.withEvicted(new Mark("Preempted", Instant.EPOCH)) : status);
    }

    private WorkloadSpec pending(String queue) {
        List<PodSetSpec> podSets = new ArrayList<>();
        int count = chance(4) ? 1 + random.nextInt(4) : 1;
        Integer min = count > 1 && random.nextBoolean() ? Integer.valueOf(1) : null;
        podSets.add(podSet("main", count, min));
        if (chance(4)) {
            podSets.add(podSet("helper", 1, null));
        }
        return spec(queue, podSets, constraints(), chance(5) ? List.of("gate") : List.of());
    }

    private AdmissionConstraints constraints() {
        return chance(2)
                ? AdmissionConstraints.NONE
                : new AdmissionConstraints(random.nextBoolean(), random.nextBoolean());
    }

    /// More pods for a running workload of the queue, and sometimes a pod set that is new; null if none runs.
    private @Nullable WorkloadSpec replacement(String queue, List<SmallWorld.Member> running) {
        WorkloadSpec old =
                running.stream()
                        .map(SmallWorld.Member::spec)
                        .filter(spec -> spec.queueName().equals(queue))
                        .findFirst()
                        .orElse(null);
        if (old == null) {
            return null;
        }
        PodSetSpec main = old.podSets().getFirst();
        List<PodSetSpec> podSets = new ArrayList<>();
        podSets.add(PodSetSpec.of(main.name(), 1 + random.nextInt(3), main.requestsPerPod()));
        if (chance(4)) {
            podSets.add(podSet("helper", 1, null));
        }
        WorkloadSpec spec = spec(queue, podSets, constraints(), List.of());
        return new WorkloadSpec(
                spec.key(),
                spec.uid(),
                1,
                queue,
                old.priority(),
                0,
                "",
                spec.created().plusSeconds(5),
                true,
                null,
                podSets,
                spec.constraints(),
                List.of(),
                old.key(),
                null,
                null,
                null);
    }

    private PodSetSpec podSet(String name, int count, @Nullable Integer min) {
        PodSetSpec podSet = PodSetSpec.of(name, count, requests(0));
        return new PodSetSpec(
                name,
                count,
                min,
                podSet.requestsPerPod(),
                chance(4)
                        ? new NodeSelection(
                                Map.of(chance(2) ? "zone" : "rack", "b"), false, List.of())
                        : podSet.selection(),
                chance(2) ? List.of(Toleration.exists("spot")) : podSet.tolerations(),
                podSet.shape(),
                podSet.group(),
                podSet.topology());
    }

    private WorkloadSpec spec(
            String queue,
            List<PodSetSpec> podSets,
            AdmissionConstraints constraints,
            List<String> gates) {
        int own = number++;
        return new WorkloadSpec(
                new WorkloadKey("ns", "w" + own),
                "u" + random.nextInt(1000) + "-" + own,
                1,
                queue,
                random.nextInt(3),
                0,
                "",
                Instant.EPOCH.plusSeconds(random.nextInt(4)),
                true,
                null,
                podSets,
                constraints,
                gates,
                null,
                null,
                null,
                null);
    }
}
