package dev.sluice.podscheduler.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Waiting pods that were promised room on a node (S2.90): it is kept from pods of lower priority.
public final class Nominations {
    private final Map<String, SequencedMap<String, Pod>> podsByNode = new HashMap<>();
    private final Map<String, String> nodeByUid = new HashMap<>();

    /// Promises room; an earlier promise to the same pod ends.
    public void put(Pod pod, String node) {
        remove(pod.uid());
        nodeByUid.put(pod.uid(), node);
        podsByNode.computeIfAbsent(node, _ -> new LinkedHashMap<>()).put(pod.uid(), pod);
    }

    public void remove(String uid) {
        String node = nodeByUid.remove(uid);
        if (node == null) {
            return;
        }
        var pods = podsByNode.get(node);
        if (pods != null) {
            pods.remove(uid);
            if (pods.isEmpty()) {
                podsByNode.remove(node);
            }
        }
    }

    /// The pods that were promised room on a node, in the order of the promises.
    public Collection<Pod> on(String node) {
        var pods = podsByNode.get(node);
        return pods == null ? List.of() : Collections.unmodifiableCollection(pods.values());
    }

    /// Where the pod was promised room, or null.
    public @Nullable String nodeOf(String uid) {
        return nodeByUid.get(uid);
    }

    /// The pod as it was when it was promised room, or null.
    public @Nullable Pod promised(String uid) {
        String node = nodeByUid.get(uid);
        var pods = node == null ? null : podsByNode.get(node);
        return pods == null ? null : pods.get(uid);
    }

    public boolean isEmpty() {
        return nodeByUid.isEmpty();
    }
}
