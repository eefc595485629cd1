package dev.sluice.podscheduler.cluster;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The pod groups that are known, and the pods that name them: a pod may come before its group (S4.162).
public final class PodGroups {
    private final Map<String, PodGroup> groupByKey = new HashMap<>();
    private final Map<String, Set<String>> uidsByKey = new HashMap<>();

    /// @return the group as it was known before, or null
    public @Nullable PodGroup put(PodGroup group) {
        return groupByKey.put(group.key(), group);
    }

    /// @return whether it was known
    public boolean remove(String key) {
        return groupByKey.remove(key) != null;
    }

    /// @return null when there is no such group
    public @Nullable PodGroup get(String key) {
        return groupByKey.get(key);
    }

    /// A pod of a group was seen. One that is going counts no longer.
    ///
    /// @return whether the group has one more by it
    public boolean seen(Pod pod) {
        String key = pod.group();
        if (key == null || pod.deleting() || pod.finished()) {
            return false;
        }
        return uidsByKey.computeIfAbsent(key, _ -> new HashSet<>()).add(pod.uid());
    }

    /// @return whether the group has one less now
    public boolean gone(Pod pod) {
        String key = pod.group();
        Set<String> uids = key == null ? null : uidsByKey.get(key);
        if (uids == null || !uids.remove(pod.uid())) {
            return false;
        }
        if (uids.isEmpty()) {
            uidsByKey.remove(key);
        }
        return true;
    }

    /// The uids of the pods that name a group, with and without a node.
    public Set<String> pods(String key) {
        return Collections.unmodifiableSet(uidsByKey.getOrDefault(key, Set.of()));
    }
}
