package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.PodGroups;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.PreEnqueuePlugin;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Decides whether a pod may be tried at all: the PreEnqueue plugins, and the preemption that a pod itself has
/// begun (S2.50 to S2.57, S4.139).
final class Gates {
    private static final String PREEMPTION = "DefaultPreemption";

    /// In one pass of so many the plugins are timed one by one (S1.62).
    private static final int SAMPLED_ONE_IN = 10;

    private final Profiles profiles;
    private final PodGroups groups;
    private final SchedulerMetrics metrics;

    /// Pods for which others are just being deleted.
    private final Set<String> preempting = new HashSet<>();

    private long passes;

    Gates(Profiles profiles, PodGroups groups, SchedulerMetrics metrics) {
        this.profiles = profiles;
        this.groups = groups;
        this.metrics = metrics;
    }

    void preempts(String uid) {
        preempting.add(uid);
    }

    /// @return whether it was preempting
    boolean preempted(String uid) {
        return preempting.remove(uid);
    }

    /// Whether it was its own preemption that kept the pod out last.
    boolean isPreempting(QueuedPod entry) {
        return PREEMPTION.equals(entry.gatedBy());
    }

    /// Asks the plugins. One pod that does not pass keeps its group out (S4.163); it is asked first the next time, so that an event
    /// costs a group that waits one question (S2.133).
    boolean pass(QueuedPod entry) {
        if (!(entry instanceof QueuedGroup group)) {
            return passes(entry);
        }
        for (int i = 0; i < group.size(); i++) {
            if (!passes(group.first())) {
                group.gate(group.first().gatedBy());
                return false;
            }
            group.moveFirstToEnd();
        }
        group.gate(null);
        return true;
    }

    /// The plugin that refused last time goes first (S2.51).
    private boolean passes(QueuedPod entry) {
        if (preempting.contains(entry.pod().uid())) {
            entry.gate(PREEMPTION);
            return false;
        }
        String profile = entry.pod().schedulerName();
        boolean sampled = passes++ % SAMPLED_ONE_IN == 0;
        long begin = metrics.begin();
        for (PreEnqueuePlugin plugin : plugins(entry)) {
            long its = metrics.begin();
            Status status = plugin.preEnqueue(entry.pod(), groups);
            if (sampled) {
                metrics.executed(plugin.name(), Point.PRE_ENQUEUE, status.code(), its);
            }
            if (!status.isSuccess()) {
                metrics.passed(Point.PRE_ENQUEUE, status.code(), profile, begin);
                entry.gate(plugin.name());
                return false;
            }
        }
        metrics.passed(Point.PRE_ENQUEUE, Status.Code.SUCCESS, profile, begin);
        entry.gate(null);
        return true;
    }

    private List<PreEnqueuePlugin> plugins(QueuedPod entry) {
        List<PreEnqueuePlugin> plugins = profiles.of(entry.pod().schedulerName()).preEnqueue();
        String before = entry.gatedBy();
        if (before == null || plugins.size() < 2) {
            return plugins;
        }
        List<PreEnqueuePlugin> sorted = new ArrayList<>(plugins);
        sorted.sort(Comparator.comparing(plugin -> !plugin.name().equals(before)));
        return sorted;
    }
}
