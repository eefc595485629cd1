package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How the nodes that could take a pod were scored (S3.13).
public final class ScoreSheet {
    private final List<NodeState> nodes;
    private final List<Column> columns;
    private final long[] totals;

    /// One plugin's scores, in the order of the nodes.
    public static final class Column {
        private final String plugin;
        private final int weight;
        private final long[] raw;
        private final long[] normalised;

        /// @param raw as the plugin gave them
        /// @param normalised 0 to 100
        Column(String plugin, int weight, long[] raw, long[] normalised) {
            this.plugin = plugin;
            this.weight = weight;
            this.raw = raw;
            this.normalised = normalised;
        }

        public String plugin() {
            return plugin;
        }

        public int weight() {
            return weight;
        }

        public long raw(int node) {
            return raw[node];
        }

        public long normalised(int node) {
            return normalised[node];
        }
    }

    /// @param nodes in the order in which they were found
    /// @param columns one for each plugin that had something to say
    ScoreSheet(List<NodeState> nodes, List<Column> columns) {
        this.nodes = nodes;
        this.columns = List.copyOf(columns);
        totals = new long[nodes.size()];
        for (Column column : columns) {
            for (int i = 0; i < totals.length; i++) {
                totals[i] += column.weight * column.normalised[i];
            }
        }
    }

    public List<NodeState> nodes() {
        return nodes;
    }

    public List<Column> columns() {
        return columns;
    }

    /// The weighted sum of one node.
    public long total(int node) {
        return totals[node];
    }

    /// All nodes that no other node beats.
    public List<NodeState> best() {
        List<NodeState> best = new ArrayList<>();
        long most = Long.MIN_VALUE;
        for (int i = 0; i < totals.length; i++) {
            if (totals[i] > most) {
                best.clear();
                most = totals[i];
            }
            if (totals[i] == most) {
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
