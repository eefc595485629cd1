package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.List;
import java.util.stream.IntStream;

/// Which of several equally good nodes is taken (S5.26).
@FunctionalInterface
public interface TieBreak {
    /// A fixed function of the pod's uid and the node's name, so that equal pods spread and a replay gives the same node.
    TieBreak BY_UID = (sheet, podUid) -> byUid(sheet.best(), podUid);

    /// As kube-scheduler v1.36 does it: the root of a heap over the nodes in the order in which they were found.
    TieBreak BY_HEAP = (sheet, _) -> sheet.nodes().get(root(sheet));

    NodeState among(ScoreSheet sheet, String podUid);

    /// The heap is made from the last parent to the root; a parent sinks below a child that is strictly better, the left one
    /// if both are as good. Nodes are compared by their totals alone.
    private static int root(ScoreSheet sheet) {
        int count = sheet.nodes().size();
        int[] heap = IntStream.range(0, count).toArray();
        for (int top = count / 2 - 1; top >= 0; top--) {
            int parent = top;
            int child;
            while ((child = 2 * parent + 1) < count) {
                boolean rightIsBetter =
                        child + 1 < count
                                && sheet.total(heap[child + 1]) > sheet.total(heap[child]);
                child += rightIsBetter ? 1 : 0;
                if (sheet.total(heap[child]) <= sheet.total(heap[parent])) {
                    break;
                }
                int sunk = heap[parent];
                heap[parent] = heap[child];
                heap[child] = sunk;
                parent = child;
            }
        }
        return heap[0];
    }

    private static NodeState byUid(List<NodeState> best, String podUid) {
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
