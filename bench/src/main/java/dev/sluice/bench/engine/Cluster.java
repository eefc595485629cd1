package dev.sluice.bench.engine;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.ClusterQueueSpec;
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
import dev.sluice.model.LabelSelector;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// An engine that a benchmark fills: queues, workloads that run, workloads that arrive.
final class Cluster {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    final Engine engine;
    private final List<String> flavors;
    private final List<String> resources;
    private long next;

    Cluster(EngineSettings settings, List<String> flavors, List<String> resources) {
        this.engine = new Engine(settings);
        this.flavors = flavors;
        this.resources = resources;
        engine.apply(new Event.NamespaceChanged("ns", Map.of()));
        flavors.forEach(flavor -> engine.apply(new Event.FlavorChanged(FlavorSpec.of(flavor))));
    }

    /// A queue with so much of each resource in each flavor.
    void queue(String name, @Nullable String cohort, long nominal, Preemption preemption) {
        SequencedMap<String, Map<String, Quota>> quotas = new LinkedHashMap<>();
        for (String flavor : flavors) {
            Map<String, Quota> byResource = new HashMap<>();
            resources.forEach(resource -> byResource.put(resource, Quota.of(nominal)));
            quotas.put(flavor, byResource);
        }
        engine.apply(
                new Event.ClusterQueueChanged(
                        new ClusterQueueSpec(
                                name,
                                cohort,
                                List.of(new ResourceGroup(resources, quotas)),
                                false,
                                LabelSelector.EVERYTHING,
                                Fungibility.DEFAULT,
                                preemption,
                                StopPolicy.NONE,
                                new LinkedHashMap<>(),
                                1,
                                false,
                                null,
                                false)));
        engine.apply(new Event.LocalQueueChanged(LocalQueueSpec.of("ns", name, name)));
    }

    WorkloadSpec workload(String queue, int priority, int count, @Nullable Integer min, long each) {
        long number = next++;
        Map<String, Long> requests = new HashMap<>();
        resources.forEach(resource -> requests.put(resource, each));
        PodSetSpec podSet = PodSetSpec.of("main", count, requests);
        return WorkloadSpec.of(
                new WorkloadKey("ns", "w" + number),
                "uid-" + number,
                queue,
                priority,
                NOW.plusMillis(number),
                List.of(
                        new PodSetSpec(
                                podSet.name(),
                                podSet.count(),
                                min,
                                podSet.requestsPerPod(),
                                podSet.selection(),
                                podSet.tolerations(),
                                podSet.shape(),
                                null,
                                null)));
    }

    void arrive(WorkloadSpec spec) {
        engine.apply(new Event.WorkloadChanged(spec, WorkloadStatus.NEW));
    }

    /// The workload holds what it asks for in one flavor.
    void run(WorkloadSpec spec, String flavor) {
        PodSetSpec podSet = spec.podSets().getFirst();
        Map<String, String> chosen = new HashMap<>();
        Map<String, Long> usage = new HashMap<>();
        podSet.requestsPerPod()
                .forEach(
                        (resource, amount) -> {
                            chosen.put(resource, flavor);
                            usage.put(resource, amount * podSet.count());
                        });
        Reservation reservation =
                new Reservation(
                        spec.queueName(),
                        List.of(
                                new Reservation.PodSetReservation(
                                        "main", podSet.count(), chosen, usage)),
                        spec.created(),
                        true);
        engine.apply(
                new Event.WorkloadChanged(spec, WorkloadStatus.NEW.withReservation(reservation)));
    }

    void end(WorkloadSpec spec) {
        engine.apply(new Event.WorkloadDeleted(spec.key()));
    }

    /// A cycle whose writes all fail, so that it leaves nothing behind.
    List<Decision> rehearse() {
        List<Decision> decisions = engine.cycle(NOW);
        refuse(decisions);
        return decisions;
    }

    /// No write of these decisions has succeeded.
    void refuse(List<Decision> decisions) {
        for (Decision decision : decisions) {
            switch (decision) {
                case Decision.Admit admit ->
                        engine.apply(new Event.AdmissionRefused(admit.workload()));
                case Decision.Preempt preempt ->
                        preempt.victims()
                                .forEach(
                                        victim ->
                                                engine.apply(
                                                        new Event.PreemptionRefused(
                                                                victim.workload())));
                case Decision.Migrate _, Decision.Pending _ -> {}
            }
        }
    }
}
