package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How the nodes that could take a pod were scored (S3.13).
///
/// @param nodes in the order in which they were found
/// @param columns one for each plugin that had something to say
public record ScoreSheet(List<NodeState> nodes, List<Column> columns) {

    /// One plugin's scores, in the order of the nodes.
    ///
    /// @param raw as the plugin gave them
    /// @param normalised 0 to 100
    public record Column(String plugin, int weight, List<Long> raw, List<Long> normalised) {
        public Column {
            raw = List.copyOf(raw);
            normalised = List.copyOf(normalised);
        }
    }

    public ScoreSheet {
        nodes = List.copyOf(nodes);
        columns = List.copyOf(columns);
    }

    /// The weighted sum of one node.
    public long total(int node) {
        long total = 0;
        for (Column column : columns) {
            total += column.weight() * column.normalised().get(node);
        }
        return total;
    }

    /// All nodes that no other node beats.
    public List<NodeState> best() {
        List<NodeState> best = new ArrayList<>();
        long most = Long.MIN_VALUE;
        for (int i = 0; i < nodes.size(); i++) {
            long total = total(i);
            if (total > most) {
                best.clear();
                most = total;
            }
            if (total == most) {
                best.add(nodes.get(i));
            }
        }
        return best;
    }

    /// The scores of one plugin, if it gave any.
    public Optional<Column> column(String plugin) {
        return columns.stream().filter(column -> column.plugin().equals(plugin)).findFirst();
    }
}
