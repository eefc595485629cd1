package dev.sluice.localcluster.node;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Says by taints what the conditions of a node say, so that the scheduler puts no pods there (H8.60). Of conditions that a
/// node does not have nothing is said, and a taint for them stays.
public final class NodeLifecycle {
    private static final String NO_SCHEDULE = "NoSchedule";
    private static final String PREFIX = "node.kubernetes.io/";
    private static final String UNSCHEDULABLE = PREFIX + "unschedulable";
    private static final String READY = "Ready";

    /// What a condition means that is there although it should not be.
    private static final Map<String, String> TAINT_BY_CONDITION =
            Map.of(
                    "MemoryPressure", PREFIX + "memory-pressure",
                    "DiskPressure", PREFIX + "disk-pressure",
                    "PIDPressure", PREFIX + "pid-pressure",
                    "NetworkUnavailable", PREFIX + "network-unavailable");

    private final Cluster cluster;
    private final Cache<Node> nodes;

    /// Registers the loop; it runs once the cluster starts.
    public NodeLifecycle(Cluster cluster) {
        this.cluster = cluster;
        this.nodes = cluster.cache(Node.class);
        cluster.loop("node-lifecycle", 1, this::reconcile).onEach(nodes);
    }

    private Outcome reconcile(Key key) {
        Node node = nodes.get(key).orElse(null);
        if (node == null || node.getSpec() == null) {
            return Outcome.done();
        }
        List<Taint> given = Objects.requireNonNullElse(node.getSpec().getTaints(), List.of());
        List<Taint> wanted = taints(node, given);
        if (!wanted.equals(given)) {
            cluster.update(new NodeBuilder(node).editSpec().withTaints(wanted).endSpec().build());
        }
        return Outcome.done();
    }

    private static List<Taint> taints(Node node, List<Taint> given) {
        Set<String> decided = new LinkedHashSet<>();
        Set<String> on = new LinkedHashSet<>();
        decided.add(UNSCHEDULABLE);
        if (Boolean.TRUE.equals(node.getSpec().getUnschedulable())) {
            on.add(UNSCHEDULABLE);
        }
        List<NodeCondition> conditions =
                node.getStatus() == null || node.getStatus().getConditions() == null
                        ? List.of()
                        : node.getStatus().getConditions();
        for (NodeCondition condition : conditions) {
            judge(condition, decided, on);
        }
        List<Taint> all = new ArrayList<>();
        Set<String> there = new LinkedHashSet<>();
        for (Taint taint : given) {
            boolean ours =
                    NO_SCHEDULE.equals(taint.getEffect()) && decided.contains(taint.getKey());
            if (!ours || on.contains(taint.getKey())) {
                all.add(taint);
                there.add(ours ? taint.getKey() : "");
            }
        }
        for (String key : on) {
            if (!there.contains(key)) {
                all.add(new TaintBuilder().withKey(key).withEffect(NO_SCHEDULE).build());
            }
        }
        return all;
    }

    private static void judge(NodeCondition condition, Set<String> decided, Set<String> on) {
        String status = String.valueOf(condition.getStatus());
        if (READY.equals(condition.getType())) {
            decided.add(PREFIX + "not-ready");
            decided.add(PREFIX + "unreachable");
            switch (status) {
                case "False" -> on.add(PREFIX + "not-ready");
                case "Unknown" -> on.add(PREFIX + "unreachable");
                default -> {
                    // ready: nothing to say
                }
            }
            return;
        }
        String taint = TAINT_BY_CONDITION.get(condition.getType());
        if (taint != null) {
            decided.add(taint);
            if (status.equals("True")) {
                on.add(taint);
            }
        }
    }
}
