package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.CycleState;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.NodeFilters;
import dev.sluice.podscheduler.framework.PostFilterPlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.preemption.Candidate;
import dev.sluice.podscheduler.preemption.PreemptionSearch;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Makes room for a pod by deleting pods of lower priority (S4.120 to S4.128).
public final class DefaultPreemption implements PostFilterPlugin {
    private static final String PREFIX = "preemption: ";
    private static final String NOT_HELPFUL = "Preemption is not helpful for scheduling";
    private final PreemptionSearch search;

    public DefaultPreemption(PreemptionSearch search) {
        this.search = search;
    }

    @Override
    public String name() {
        return "DefaultPreemption";
    }

    @Override
    public Rescue postFilter(
            CycleState state,
            Pod pod,
            ClusterState cluster,
            Diagnosis diagnosis,
            NodeFilters filters) {
        PreemptionSearch.Found found = search.run(pod, cluster, diagnosis, filters);
        if (found.notEligible() != null) {
            return new Rescue(
                    Status.unschedulable(PREFIX + found.notEligible()),
                    pod.nominatedNodeName(),
                    List.of());
        }
        if (found.candidates().isEmpty()) {
            return Rescue.failed(Status.unschedulable(PREFIX + message(found, diagnosis)));
        }
        Candidate best = found.candidates().getFirst();
        return new Rescue(Status.SUCCESS, best.node().name(), best.victims());
    }

    /// It tells itself when its victims have been told to go (S4.139).
    @Override
    public List<Wake> wakes() {
        return List.of();
    }

    private static String message(PreemptionSearch.Found found, Diagnosis diagnosis) {
        Map<String, Integer> counts = new TreeMap<>();
        int helpless = diagnosis.nodeCount() - found.rejected().size();
        if (helpless > 0) {
            counts.put(NOT_HELPFUL, helpless);
        }
        Diagnosis.count(found.rejected(), counts);
        return "0/" + diagnosis.nodeCount() + " nodes are available:" + Diagnosis.counted(counts);
    }
}
