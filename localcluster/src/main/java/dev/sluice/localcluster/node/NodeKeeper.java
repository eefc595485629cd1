package dev.sluice.localcluster.node;

import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps the nodes of a local cluster there, ready and with a fresh lease.
///
/// A real node renews its lease every 10 s; here nobody waits for a node that fell silent, so a long lease that is
/// renewed seldom says the same and leaves the disk alone.
public final class NodeKeeper {
    private static final String LEASES = "kube-node-lease";
    private static final Duration RENEWAL = Duration.ofMinutes(5);
    private static final int LEASE_SECONDS = 600;

    private final Cluster cluster;
    private final NodePool pool;
    private final Map<String, Instant> renewedByNode = new ConcurrentHashMap<>();

    /// Registers the loop; it runs once the cluster starts.
    public NodeKeeper(Cluster cluster, NodePool pool) {
        this.cluster = cluster;
        this.pool = pool;
        var loop = cluster.loop("node", 2, this::reconcile).onEach(cluster.cache(Node.class));
        for (int number = 1; number <= pool.count(); number++) {
            loop.enqueue(Key.cluster("node-" + number));
        }
    }

    private Outcome reconcile(Key key) {
        int number = number(key.name());
        Node node = cluster.cache(Node.class).get(key).orElse(null);
        if (node == null) {
            boolean ours = number >= 1 && number <= pool.count();
            if (!ours || renewedByNode.containsKey(key.name())) {
                // A node that somebody deleted stays away.
                return Outcome.done();
            }
            node = created(number);
        }
        Instant now = cluster.clock().instant();
        if (!isReady(node)) {
            cluster.updateStatus(
                    new NodeBuilder(node).withStatus(Nodes.ready(node, number, now)).build());
        }
        Instant renewed = renewedByNode.get(key.name());
        if (renewed != null && renewed.plus(RENEWAL).isAfter(now)) {
            return Outcome.again(Duration.between(now, renewed.plus(RENEWAL)));
        }
        renew(node, now);
        renewedByNode.put(key.name(), now);
        return Outcome.again(RENEWAL);
    }

    private Node created(int number) {
        Node wanted = Nodes.node(pool, number);
        Node node = cluster.create(wanted);
        return cluster.updateStatus(
                new NodeBuilder(node)
                        .withStatus(
                                Nodes.ready(
                                        new NodeBuilder(node)
                                                .withStatus(wanted.getStatus())
                                                .build(),
                                        number,
                                        cluster.clock().instant()))
                        .build());
    }

    private static boolean isReady(Node node) {
        return node.getStatus() != null
                && node.getStatus().getConditions() != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(condition -> "Ready".equals(condition.getType()));
    }

    private void renew(Node node, Instant now) {
        ZonedDateTime time = now.atZone(ZoneOffset.UTC);
        Lease lease =
                new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(LEASES)
                        .withName(node.getMetadata().getName())
                        .addNewOwnerReference()
                        .withApiVersion("v1")
                        .withKind("Node")
                        .withName(node.getMetadata().getName())
                        .withUid(node.getMetadata().getUid())
                        .endOwnerReference()
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity(node.getMetadata().getName())
                        .withLeaseDurationSeconds(LEASE_SECONDS)
                        .withRenewTime(time)
                        .endSpec()
                        .build();
        var known = cluster.client().resource(lease).get();
        if (known == null) {
            cluster.client().resource(lease).create();
            return;
        }
        lease.getMetadata().setResourceVersion(known.getMetadata().getResourceVersion());
        cluster.client().resource(lease).update();
    }

    private static int number(String name) {
        String digits = name.startsWith("node-") ? name.substring("node-".length()) : "";
        return !digits.isEmpty()
                        && digits.length() < 6
                        && digits.chars().allMatch(Character::isDigit)
                ? Integer.parseInt(digits)
                : 0;
    }
}
