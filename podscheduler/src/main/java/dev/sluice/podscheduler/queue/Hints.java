package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.Wake;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import java.util.List;
import java.util.Map;

/// Asks the plugins that hold a pod whether an event may change their mind (S2.70).
record Hints(Profiles profiles, SchedulerMetrics metrics) {
    private static final String METRIC = "queueing_hint_execution_duration_seconds";

    Urgency urgency(ClusterEvent event, QueuedPod entry) {
        Map<String, List<Wake.Hint>> hints =
                profiles.of(entry.pod().schedulerName()).hints(event.kind());
        Urgency most = Urgency.SKIP;
        for (String plugin : entry.heldBy()) {
            for (Wake.Hint hint : hints.getOrDefault(plugin, List.of())) {
                if (isWorthATry(plugin, hint, event, entry.concerned())) {
                    if (entry.isPendingBy(plugin)) {
                        return Urgency.AT_ONCE;
                    }
                    most = Urgency.AFTER_PAUSE;
                }
            }
        }
        return most;
    }

    /// A hint that breaks counts as a yes: a try too many is better than a pod that sleeps for ever.
    private boolean isWorthATry(String plugin, Wake.Hint hint, ClusterEvent event, List<Pod> pods) {
        boolean worth;
        String answer;
        long begin = metrics.begin();
        try {
            worth = pods.stream().anyMatch(pod -> hint.isWorthATry(pod, event));
            answer = worth ? "Queue" : "QueueSkip";
        } catch (RuntimeException broken) {
            worth = true;
            answer = "Error";
        }
        metrics.took(
                METRIC, begin, "plugin", plugin, "event", event.kind().label(), "hint", answer);
        return worth;
    }
}
