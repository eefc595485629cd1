package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Nominations;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who was promised room where: promises are given when pods are told to go for someone, follow what the API says, and end when
/// they are kept or of no use (S2.90 to S2.93, S4.127).
record Promises(ClusterState cluster, SchedulingQueue queue, News news) {

    /// Follows what a pod's status says about a promise. While it says nothing and never did, a promise of ours may
    /// still be on its way there (S2.93).
    void follow(@Nullable Pod before, Pod pod, Instant now) {
        String then = before == null ? null : before.nominatedNodeName();
        if (pod.nominatedNodeName() != null) {
            nominations().put(pod, pod.nominatedNodeName());
        } else if (then != null) {
            withdraw(pod.uid(), now);
        }
    }

    /// Keeps the room that is being made for a pod, or takes back a promise; those of lower priority lose theirs on that
    /// node, unless nothing new happens there (S4.127).
    void give(Pod pod, Placement.Refused refused, Instant now) {
        Rescue rescue = refused.rescue();
        String node = rescue == null ? null : rescue.nominatedNode();
        if (rescue == null || node == null) {
            withdraw(pod.uid(), now);
            return;
        }
        boolean newVictims = rescue.victims().stream().anyMatch(v -> !v.deleting());
        if (newVictims) {
            queue.preempts(pod.uid());
            for (Pod other : List.copyOf(nominations().on(node))) {
                if (other.priority() < pod.priority()) {
                    withdraw(other.uid(), now);
                }
            }
        }
        nominations().put(pod, node);
    }

    /// Takes a promise back, which frees the room for others (S2.77).
    void withdraw(String uid, Instant now) {
        Pod pod = nominations().promised(uid);
        String node = nominations().nodeOf(uid);
        nominations().remove(uid);
        if (pod != null && node != null) {
            news.happened(EventKind.ASSIGNED_POD_DELETE, pod, node, now);
        }
    }

    /// The pod has a place now, there or elsewhere.
    void placed(Pod pod, String node, Instant now) {
        if (node.equals(nominations().nodeOf(pod.uid()))) {
            nominations().remove(pod.uid());
        } else {
            withdraw(pod.uid(), now);
        }
    }

    private Nominations nominations() {
        return cluster.nominations();
    }
}
