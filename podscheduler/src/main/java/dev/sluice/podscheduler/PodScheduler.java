package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.Backoff;
import dev.sluice.podscheduler.queue.QueuedGroup;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A scheduler as a value that is told what happens and says what to do: no clock, no threads, no client. One
/// thread at a time may use it.
///
/// ```
///   podSeen, podGone, nodeSeen, nodeGone ──▶ PodScheduler ──next──▶ Decision ──(written)──▶ podSeen or bindFailed
/// ```
///
/// A pod counts on its node from the decision on (S5.9), so the next decision need not wait for the write.
public final class PodScheduler {
    private final Profiles profiles;
    private final ClusterState cluster = new ClusterState();
    private final SchedulingQueue queue;
    private final SchedulerMetrics metrics;
    private final Figures figures;
    private final Promises promises;
    private final Bindings bindings;
    private final GroupCycle groupCycle;
    private final Map<String, SchedulingCycle> cycleByName = new HashMap<>();

    public PodScheduler(Profile profile) {
        this(Profiles.of(profile), Backoff.DEFAULT);
    }

    public PodScheduler(Profiles profiles, Backoff backoff) {
        this(profiles, backoff, TieBreak.BY_UID);
    }

    public PodScheduler(Profiles profiles, Backoff backoff, TieBreak tieBreak) {
        this(profiles, backoff, tieBreak, new SchedulerMetrics());
    }

    /// @param metrics are told what happens and how long it takes
    public PodScheduler(
            Profiles profiles, Backoff backoff, TieBreak tieBreak, SchedulerMetrics metrics) {
        this.profiles = profiles;
        this.metrics = metrics;
        this.queue = new SchedulingQueue(profiles, backoff, cluster.groups(), metrics);
        this.figures = new Figures(metrics, queue, cluster, profiles.groupPods());
        this.promises = new Promises(cluster, queue, this::happened);
        this.bindings = new Bindings(profiles, cluster, queue, promises, this::happened, figures);
        this.groupCycle = new GroupCycle(cluster, queue, promises, bindings);
        figures.follow(bindings);
        for (Profile profile : profiles.all()) {
            cycleByName.put(
                    profile.schedulerName(), new SchedulingCycle(profile, tieBreak, metrics));
        }
    }

    /// A pod came or changed.
    ///
    /// @param before its form when it was last seen, null if this is the first time
    public void podSeen(@Nullable Pod before, Pod pod, Instant now) {
        if (pod.finished()) {
            podGone(pod, now);
            return;
        }
        boolean isNew = cluster.groups().seen(pod);
        if (pod.nodeName() != null) {
            assigned(pod, pod.nodeName(), now);
            if (isNew) {
                ofGroup(EventKind.GROUP_POD_ASSIGNED, pod.group(), now);
            }
        } else if (serves(pod)) {
            waits(before, pod, now);
        }
        if (pod.deleting() && cluster.groups().gone(pod)) {
            ofGroup(EventKind.GROUP_POD_DELETE, pod.group(), now);
        }
    }

    /// Those who wait are told what happened to their group.
    private void ofGroup(EventKind kind, @Nullable String group, Instant now) {
        if (group != null) {
            queue.happened(new ClusterEvent.OfGroup(kind, group), now);
        }
    }

    /// A pod group came or changed.
    public void groupSeen(PodGroup group, Instant now) {
        PodGroup before = cluster.groups().put(group);
        if (before == null) {
            ofGroup(EventKind.GROUP_ADD, group.key(), now);
        } else if (before.minCount() != group.minCount()) {
            boolean fell = before.minCount() > group.minCount();
            ofGroup(
                    fell ? EventKind.GROUP_MIN_COUNT_FELL : EventKind.GROUP_MIN_COUNT_ROSE,
                    group.key(),
                    now);
        }
    }

    /// A pod group is gone; pods that name it wait for another of its name.
    public void groupGone(String namespace, String name, Instant now) {
        String key = namespace + "/" + name;
        if (cluster.groups().remove(key)) {
            ofGroup(EventKind.GROUP_DELETE, key, now);
        }
    }

    /// Whether pods of this scheduler's name are its business.
    public boolean serves(Pod pod) {
        return profiles.get(pod.schedulerName()) != null;
    }

    private void waits(@Nullable Pod before, Pod pod, Instant now) {
        if (bindings.changed(pod)) {
            return;
        }
        promises.follow(before, pod, now);
        if (before == null || !queue.contains(pod.uid())) {
            if (!queue.contains(pod.uid())) {
                queue.add(pod, now);
            }
            return;
        }
        queue.update(pod, PodChanges.between(before, pod), now);
    }

    private void assigned(Pod pod, String node, Instant now) {
        queue.remove(pod.uid(), now);
        cluster.nominations().remove(pod.uid());
        bindings.arrived(pod.uid(), now);
        // A pod counts, and others were told, since it was decided on; its binding is no news.
        boolean isThereAlready = node.equals(cluster.nodeOf(pod.uid()));
        Pod before = cluster.counted(pod.uid());
        cluster.place(pod, node);
        if (before == null || !isThereAlready) {
            happened(EventKind.ASSIGNED_POD_ADD, pod, node, now);
            return;
        }
        for (EventKind kind : PodChanges.ofAssigned(before, pod)) {
            tell(new ClusterEvent.OfAssignedPod(kind, before, pod, cluster.node(node)), now);
        }
    }

    /// A pod is gone, or finished: it waits no longer and occupies nothing.
    public void podGone(Pod pod, Instant now) {
        queue.remove(pod.uid(), now);
        promises.withdraw(pod.uid(), now);
        bindings.gone(pod.uid(), now);
        String node = cluster.nodeOf(pod.uid());
        Pod counted = cluster.remove(pod.uid());
        if (counted != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
        }
        if (cluster.groups().gone(pod)) {
            ofGroup(EventKind.GROUP_POD_DELETE, pod.group(), now);
        }
    }

    /// A node came or changed.
    public void nodeSeen(Node node, Instant now) {
        NodeState known = cluster.node(node.name());
        Node before = known == null ? null : known.node();
        if (node.equals(before)) {
            return;
        }
        NodeState state = cluster.put(node);
        for (EventKind kind : NodeChanges.between(before, node)) {
            tell(new ClusterEvent.OfNode(kind, state), now);
        }
    }

    /// A node is gone. Pods on it stay counted until they are gone too.
    public void nodeGone(String name, Instant now) {
        if (cluster.node(name) != null) {
            cluster.removeNode(name);
            tell(new ClusterEvent.Plain(EventKind.NODE_DELETE), now);
        }
    }

    /// A namespace came or changed its labels, which affinity terms may select by.
    public void namespaceSeen(String name, Map<String, String> labels, Instant now) {
        if (!cluster.namespaces().labels(name).equals(labels)) {
            cluster.putNamespace(name, labels);
            tell(new ClusterEvent.Plain(EventKind.NAMESPACE_UPDATE_LABEL), now);
        }
    }

    public void namespaceGone(String name) {
        cluster.removeNamespace(name);
    }

    /// Tries the next pod.
    ///
    /// @return what to do about it, or null when no pod can be tried now; then [#nextDue] says when to ask again
    public @Nullable Decision next(Instant now) {
        Decision afterLeave = bindings.afterLeave(now);
        if (afterLeave != null) {
            return afterLeave;
        }
        QueuedPod entry = queue.next(now);
        if (entry == null) {
            return null;
        }
        Pod pod = entry.pod();
        long begin = metrics.begin();
        if (entry instanceof QueuedGroup group) {
            Set<String> filters = profiles.of(pod.schedulerName()).filterNames();
            return groupCycle.run(group, cycle(pod), filters, begin, now);
        }
        if (pod.deleting()) {
            queue.placed(entry);
            return new Decision.SkipDeleting(pod);
        }
        return switch (cycle(pod).place(pod, cluster)) {
            case Placement.Placed placed -> bindings.assume(entry, placed, begin, now);
            case Placement.Refused refused -> {
                Diagnosis diagnosis = refused.diagnosis();
                promises.give(pod, refused, now);
                queue.refused(
                        entry,
                        diagnosis == null ? Set.of() : diagnosis.plugins(),
                        diagnosis == null ? Set.of() : diagnosis.pendingPlugins(),
                        List.of(),
                        now);
                yield bindings.refuse(entry, refused, begin);
            }
            case Placement.Broken broken -> {
                queue.broken(entry, pod, now);
                yield bindings.fail(entry, broken.message(), begin);
            }
        };
    }

    private SchedulingCycle cycle(Pod pod) {
        return Objects.requireNonNull(cycleByName.get(pod.schedulerName()), pod.schedulerName());
    }

    /// A permit plugin lets a waiting pod go on, as far as it is concerned.
    public void allow(String uid, String plugin) {
        bindings.permits().allow(uid, plugin);
    }

    /// A permit plugin makes a waiting pod give its place up.
    public void reject(String uid, String plugin, String reason) {
        bindings.permits().reject(uid, plugin, reason);
    }

    /// Makes a waiting pod ready at once, for plugins whose mind changes without an event (S3.42).
    public void activate(String uid, Instant now) {
        queue.activate(uid, now);
    }

    /// The victims of a preemptor have been told to go.
    ///
    /// @param someoneGoes false when nobody was left to go, or it failed; then the pod is tried again at once
    public void preempted(String uid, boolean someoneGoes, Instant now) {
        queue.preempted(uid, !someoneGoes, now);
    }

    /// The binding was refused or its outcome is unknown. The pod is tried again after a pause, unless it has gone
    /// or has a node meanwhile (S5.34, S5.41).
    public void bindFailed(String uid, Instant now) {
        bindings.failed(uid, now);
    }

    /// A disruption budget came or changed.
    public void budgetSeen(DisruptionBudget budget) {
        cluster.put(budget);
    }

    /// A disruption budget is gone.
    public void budgetGone(String namespace, String name) {
        cluster.removeBudget(namespace, name);
    }

    /// When to call [#next] again although nothing happened; null when there is no such time.
    public @Nullable Instant nextDue() {
        Instant due = queue.nextDue();
        Instant permit = bindings.permits().nextDue();
        return due == null || (permit != null && permit.isBefore(due)) ? permit : due;
    }

    /// How many pods wait in each place, for metrics.
    public int waiting(QueuedPod.Pool pool) {
        return queue.size(pool);
    }

    /// Why a pod has no node, as things are now. It changes nothing.
    public Explanation explain(String uid) {
        String node = bindings.nodeOf(uid);
        if (node != null) {
            return new Explanation.OnItsWay(node);
        }
        QueuedPod entry = queue.get(uid);
        if (entry == null) {
            return new Explanation.NotWaiting();
        }
        Pod pod = entry.pod();
        return new Explainer(cluster, profiles.of(pod.schedulerName()), cycle(pod), groupCycle)
                .explain(entry);
    }

    /// The pods and nodes as they are counted now.
    public ClusterState cluster() {
        return cluster;
    }

    private void tell(ClusterEvent event, Instant now) {
        long begin = metrics.begin();
        bindings.permits().happened(event);
        queue.happened(event, now);
        metrics.took("event_handling_duration_seconds", begin, "event", event.kind().label());
    }

    /// Counters, histograms and gauges as they are exposed.
    public List<Sample> samples() {
        return figures.samples();
    }

    /// Where the scheduler's shells count what they do.
    public SchedulerMetrics metrics() {
        return metrics;
    }

    private void happened(EventKind kind, Pod pod, String node, Instant now) {
        tell(new ClusterEvent.OfAssignedPod(kind, null, pod, cluster.node(node)), now);
    }
}
