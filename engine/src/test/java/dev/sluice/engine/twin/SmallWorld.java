package dev.sluice.engine.twin;

import dev.sluice.engine.Event;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.LocalQueueSpec;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A world for one cycle: quota, workloads that hold some, and at most one pending workload a queue. Each queue has a
/// LocalQueue of its name.
record SmallWorld(
        EngineSettings settings,
        List<FlavorSpec> flavors,
        List<CohortSpec> cohorts,
        List<ClusterQueueSpec> queues,
        List<Member> running,
        List<Member> pending) {

    /// A workload as its object says.
    record Member(WorkloadSpec spec, WorkloadStatus status) {}

    FlavorSpec flavor(String name) {
        return flavors.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        events.add(new Event.NamespaceChanged("ns", Map.of()));
        flavors.forEach(flavor -> events.add(new Event.FlavorChanged(flavor)));
        cohorts.forEach(cohort -> events.add(new Event.CohortChanged(cohort)));
        for (ClusterQueueSpec queue : queues) {
            events.add(new Event.ClusterQueueChanged(queue));
            events.add(
                    new Event.LocalQueueChanged(
                            LocalQueueSpec.of("ns", queue.name(), queue.name())));
        }
        running.forEach(
                member -> events.add(new Event.WorkloadChanged(member.spec, member.status)));
        pending.forEach(
                member -> events.add(new Event.WorkloadChanged(member.spec, member.status)));
        return events;
    }
}
