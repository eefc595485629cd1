package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.List;

/// Which of several equally good nodes is taken: a fixed function of the pod's uid and the node's name, so that
/// equal pods spread and a replay gives the same node.
final class TieBreak {
    private TieBreak() {}

    static NodeState among(List<NodeState> best, String podUid) {
        long seed = hash(0xcbf29ce484222325L, podUid);
        NodeState taken = best.getFirst();
        long most = rank(seed, taken);
        for (NodeState node : best.subList(1, best.size())) {
            long rank = rank(seed, node);
            if (rank > most || (rank == most && node.name().compareTo(taken.name()) < 0)) {
                taken = node;
                most = rank;
            }
        }
        return taken;
    }

    private static long rank(long seed, NodeState node) {
        return mixed(seed ^ node.nameHash());
    }

    /// FNV-1a over the characters, then mixed so that neighbours differ in the high bits too.
    private static long hash(long seed, String text) {
        long hash = seed;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return mixed(hash);
    }

    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
        return mixed ^ (mixed >>> 29);
    }
}
