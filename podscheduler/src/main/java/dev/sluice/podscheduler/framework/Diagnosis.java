package dev.sluice.podscheduler.framework;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Why no node could take a pod: the first refusal of each node, as data (S5.50).
///
/// @param nodeCount how many nodes there are in all
/// @param refusals of the nodes that were looked at, in that order
/// @param elsewhere what holds for all nodes that were not; null when all were
/// @param preFilterMessage why no node was looked at; null when some were
/// @param plugins whose change of mind could help, in the order of first refusal
public record Diagnosis(
        int nodeCount,
        List<Refusal> refusals,
        @Nullable Refusal elsewhere,
        @Nullable String preFilterMessage,
        Set<String> plugins) {

    /// One plugin's no to one node.
    ///
    /// @param node null when it concerns all nodes that were not looked at
    public record Refusal(@Nullable NodeState node, String plugin, Status status) {}

    public Diagnosis {
        refusals = List.copyOf(refusals);
        plugins = Collections.unmodifiableSet(new LinkedHashSet<>(plugins));
    }

    /// A refusal after a node was chosen (S5.9): that node alone is told about.
    public static Diagnosis ofChosen(NodeState node, String plugin, Status status) {
        return new Diagnosis(
                1, List.of(new Refusal(node, plugin, status)), null, null, Set.of(plugin));
    }

    /// Those of the plugins that wait for something outside.
    public Set<String> pendingPlugins() {
        Set<String> pending = new LinkedHashSet<>();
        for (Refusal refusal : refusals) {
            if (refusal.status().code() == Status.Code.PENDING) {
                pending.add(refusal.plugin());
            }
        }
        return pending;
    }

    /// `0/4 nodes are available: 3 Insufficient cpu, 1 node(s) were unschedulable.`
    public String message() {
        String head = "0/" + nodeCount + " nodes are available:";
        if (preFilterMessage != null) {
            return head + " " + preFilterMessage + ".";
        }
        return head + counted(countByReason());
    }

    /// The counted reasons in the form of [#message]: sorted as plain text, so `10 x` comes after `1 y` (S5.54).
    public static String counted(Map<String, Integer> countByReason) {
        if (countByReason.isEmpty()) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        countByReason.forEach((reason, count) -> parts.add(count + " " + reason));
        Collections.sort(parts);
        return " " + String.join(", ", parts) + ".";
    }

    private Map<String, Integer> countByReason() {
        Map<String, Integer> counts = new TreeMap<>();
        count(refusals, counts);
        int unseen = nodeCount - refusals.size();
        if (elsewhere != null && unseen > 0) {
            for (String reason : elsewhere.status().reasons()) {
                counts.merge(reason, unseen, Integer::sum);
            }
        }
        return counts;
    }

    /// Adds how many refusals give each reason. Nodes share their statuses, so those are counted first.
    public static void count(List<Refusal> refusals, Map<String, Integer> countByReason) {
        Map<Status, int[]> byStatus = new IdentityHashMap<>();
        for (Refusal refusal : refusals) {
            byStatus.computeIfAbsent(refusal.status(), _ -> new int[1])[0]++;
        }
        byStatus.forEach(
                (status, count) -> {
                    for (String reason : status.reasons()) {
                        countByReason.merge(reason, count[0], Integer::sum);
                    }
                });
    }
}
