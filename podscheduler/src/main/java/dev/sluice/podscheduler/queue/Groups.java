package dev.sluice.podscheduler.queue;

import dev.sluice.podscheduler.cluster.PodGroups;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The groups of which pods wait. Changed by [SchedulingQueue] alone, while the group is in no pool.
final class Groups {
    private final Map<String, QueuedGroup> groupByKey = new HashMap<>();

    @Nullable QueuedGroup get(String key) {
        return groupByKey.get(key);
    }

    /// Adds a pod to its group.
    QueuedGroup join(QueuedPod entry) {
        String key = Objects.requireNonNull(entry.pod().group());
        QueuedGroup group = groupByKey.get(key);
        if (group == null) {
            group = new QueuedGroup(key, entry);
            groupByKey.put(key, group);
        } else {
            group.join(entry);
        }
        return group;
    }

    /// Takes a pod from its group.
    ///
    /// @return whether it was the last one
    boolean leave(QueuedPod entry) {
        QueuedGroup group = Objects.requireNonNull(entry.group());
        group.leave(entry);
        if (group.isEmpty()) {
            groupByKey.remove(group.key());
        }
        return group.isEmpty();
    }

    /// How many more pods than entries there are in a pool.
    int furtherPods(Pool pool) {
        int pods = 0;
        for (QueuedGroup group : groupByKey.values()) {
            pods += group.pool() == pool ? group.size() - 1 : 0;
        }
        return pods;
    }

    /// How many pods wait whose group is not known.
    int podsWithout(PodGroups known) {
        int pods = 0;
        for (QueuedGroup group : groupByKey.values()) {
            boolean isMissing = group.pool() == Pool.GATED && known.get(group.key()) == null;
            pods += isMissing ? group.size() : 0;
        }
        return pods;
    }
}
