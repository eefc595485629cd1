package dev.sluice.localcluster.replica;

import dev.sluice.localcluster.event.CoreEvents;
import dev.sluice.localcluster.job.Together;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.DaemonSetBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatus;
import io.fabric8.kubernetes.api.model.apps.DaemonSetStatusBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Keeps one pod of a DaemonSet on each node that it fits on; the pod scheduler binds it there.
public final class DaemonSetController {
    private static final String COMPONENT = "daemonset-controller";
    private static final int WORKERS = 2;

    private final Cluster cluster;
    private final CoreEvents events;
    private final Cache<DaemonSet> sets;
    private final Cache<Node> nodes;
    private final OwnedPods pods;
    private final TemplateHistory history;
    private final Together together = new Together();

    /// Registers the loop; it runs once the cluster starts.
    public DaemonSetController(Cluster cluster, CoreEvents events) {
        this.cluster = cluster;
        this.events = events;
        this.sets = cluster.cache(DaemonSet.class);
        this.nodes = cluster.cache(Node.class);
        this.pods = new OwnedPods(cluster, "DaemonSet");
        this.history = new TemplateHistory(cluster);
        cluster.loop("daemonset", WORKERS, this::reconcile)
                .onEach(sets)
                .on(cluster.cache(Pod.class), pods::owners)
                .on(nodes, this::allSets);
    }

    private List<Key> allSets(Change<Node> change) {
        boolean concerns =
                change.before() == null
                        || change.after() == null
                        || !Objects.equals(change.before().getSpec(), change.after().getSpec())
                        || !Objects.equals(
                                change.before().getMetadata().getLabels(),
                                change.after().getMetadata().getLabels());
        return concerns ? sets.all().stream().map(Key::of).toList() : List.of();
    }

    private Outcome reconcile(Key key) {
        DaemonSet set = sets.get(key).orElse(null);
        if (set == null || set.getMetadata().getDeletionTimestamp() != null) {
            return Outcome.done();
        }
        String revision = history.current(set, set.getSpec().getTemplate()).name();
        Map<String, List<Pod>> podsByNode = podsByNode(set);
        List<Pod> surplus = new ArrayList<>();
        List<Node> missing = new ArrayList<>();
        List<Node> wanted = new ArrayList<>();
        for (Node node : nodes.all()) {
            if (!DaemonPod.fits(set, node)) {
                continue;
            }
            wanted.add(node);
            List<Pod> here =
                    Objects.requireNonNullElse(
                            podsByNode.remove(node.getMetadata().getName()), List.<Pod>of());
            List<Pod> alive =
                    here.stream()
                            .filter(pod -> !PodHealth.hasEnded(pod))
                            .sorted((a, b) -> age(a).compareTo(age(b)))
                            .toList();
            here.stream().filter(PodHealth::hasEnded).forEach(surplus::add);
            surplus.addAll(alive.subList(Math.min(1, alive.size()), alive.size()));
            if (alive.isEmpty() && here.isEmpty()) {
                missing.add(node);
            }
        }
        podsByNode.values().forEach(surplus::addAll);
        surplus.removeIf(pods::isGoing);
        together.run(missing, node -> create(set, node, revision));
        surplus.forEach(pod -> delete(set, pod));
        DaemonSetStatus status = status(set, wanted, revision);
        if (surplus.isEmpty() && missing.isEmpty()) {
            replaceOld(set, wanted.size(), revision);
        }
        if (!status.equals(set.getStatus())) {
            cluster.updateStatus(new DaemonSetBuilder(set).withStatus(status).build());
        }
        history.forgetOldest(set, set.getSpec().getRevisionHistoryLimit(), List.of(revision));
        return Outcome.done();
    }

    private static String age(Pod pod) {
        return pod.getMetadata().getCreationTimestamp() + pod.getMetadata().getName();
    }

    private Map<String, List<Pod>> podsByNode(DaemonSet set) {
        Map<String, List<Pod>> byNode = new HashMap<>();
        for (Pod pod : pods.of(set)) {
            byNode.computeIfAbsent(DaemonPod.node(pod), _ -> new ArrayList<>()).add(pod);
        }
        return byNode;
    }

    private void create(DaemonSet set, Node node, String revision) {
        Pod pod = cluster.create(DaemonPod.of(set, node, revision));
        tell(set, "SuccessfulCreate", "Created pod: " + pod.getMetadata().getName());
    }

    private void delete(DaemonSet set, Pod pod) {
        pods.delete(pod);
        tell(set, "SuccessfulDelete", "Deleted pod: " + pod.getMetadata().getName());
    }

    private void tell(DaemonSet set, String reason, String message) {
        events.tell(set, COMPONENT, false, reason, message);
    }

    /// Ends pods of an old template, as many at a time as may be missing.
    private void replaceOld(DaemonSet set, int wanted, String revision) {
        var strategy = set.getSpec().getUpdateStrategy();
        if (strategy != null && "OnDelete".equals(strategy.getType())) {
            return;
        }
        int most =
                strategy == null || strategy.getRollingUpdate() == null
                        ? 1
                        : Share.resolve(
                                strategy.getRollingUpdate().getMaxUnavailable(), wanted, true);
        Collection<Pod> active = pods.active(set);
        long missing = wanted - active.stream().filter(PodHealth::isReady).count();
        long allowed = Math.max(1, most) - missing;
        for (Pod pod : active) {
            if (!revision.equals(pod.getMetadata().getLabels().get(NumberedPod.REVISION))) {
                boolean serves = PodHealth.isReady(pod);
                if (!serves || allowed-- > 0) {
                    delete(set, pod);
                }
            }
        }
    }

    private DaemonSetStatus status(DaemonSet set, List<Node> wanted, String revision) {
        List<String> names = wanted.stream().map(node -> node.getMetadata().getName()).toList();
        Instant now = cluster.clock().instant();
        int minReadySeconds = Objects.requireNonNullElse(set.getSpec().getMinReadySeconds(), 0);
        List<Pod> placed = new ArrayList<>();
        int misplaced = 0;
        int updated = 0;
        for (Pod pod : pods.active(set)) {
            if (names.contains(DaemonPod.node(pod))) {
                placed.add(pod);
                updated +=
                        revision.equals(pod.getMetadata().getLabels().get(NumberedPod.REVISION))
                                ? 1
                                : 0;
            } else {
                misplaced++;
            }
        }
        Counts counts = Counts.of(placed, minReadySeconds, now);
        return new DaemonSetStatusBuilder()
                .withCurrentNumberScheduled(placed.size())
                .withNumberMisscheduled(misplaced)
                .withDesiredNumberScheduled(wanted.size())
                .withNumberReady(counts.ready())
                .withObservedGeneration(set.getMetadata().getGeneration())
                .withUpdatedNumberScheduled(ReplicaSetController.zeroIsNull(updated))
                .withNumberAvailable(ReplicaSetController.zeroIsNull(counts.available()))
                .withNumberUnavailable(
                        ReplicaSetController.zeroIsNull(wanted.size() - counts.available()))
                .build();
    }
}
