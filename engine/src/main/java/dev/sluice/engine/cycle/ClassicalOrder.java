package dev.sluice.engine.cycle;

import dev.sluice.engine.spec.EngineSettings;
import dev.sluice.engine.spec.Feature;
import java.util.Comparator;

/// The order in which entries are processed without fair sharing (R4.10).
///
/// Where upstream leaves the order open, the names of ClusterQueue and workload decide.
final class ClassicalOrder implements Comparator<Entry> {

    private final boolean preemptorsFirst;
    private final boolean byPriority;

    ClassicalOrder(EngineSettings settings) {
        preemptorsFirst = settings.isOn(Feature.PRIORITIZE_PREEMPTOR_WORKLOADS);
        byPriority = settings.isOn(Feature.PRIORITY_SORTING_WITHIN_COHORT);
    }

    @Override
    public int compare(Entry a, Entry b) {
        if (preemptorsFirst && a.preemptor != b.preemptor) {
            return a.preemptor ? -1 : 1;
        }
        int byLevel = Integer.compare(a.assignment.borrowing(), b.assignment.borrowing());
        if (byLevel != 0) {
            return byLevel;
        }
        if (byPriority && a.workload.priority() != b.workload.priority()) {
            return a.workload.priority() > b.workload.priority() ? -1 : 1;
        }
        int byTime = Long.compare(a.workload.orderedAt(), b.workload.orderedAt());
        if (byTime != 0) {
            return byTime;
        }
        int byQueue = a.queue.name().compareTo(b.queue.name());
        return byQueue != 0 ? byQueue : a.workload.key().compareTo(b.workload.key());
    }
}
