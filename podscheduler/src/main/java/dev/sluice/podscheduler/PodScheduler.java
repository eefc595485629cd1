package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.cycle.SchedulingCycle;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.BindPlugin;
import dev.sluice.podscheduler.framework.BindPlugin.Binding;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PermitPlugin;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.ReservePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.Backoff;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
    private final PermitRoom permits = new PermitRoom();
    private final SchedulerMetrics metrics = new SchedulerMetrics();
    private final Figures figures;
    private final Map<String, SchedulingCycle> cycleByName = new HashMap<>();

    /// Pods whose binding is under way, by uid.
    private final Map<String, Assumed> assumed = new HashMap<>();

    /// @param pod as it was last seen, without a node
    private record Assumed(QueuedPod entry, Pod pod, Placement.Placed placed) {}

    public PodScheduler(Profile profile) {
        this(Profiles.of(profile), Backoff.DEFAULT);
    }

    public PodScheduler(Profiles profiles, Backoff backoff) {
        this(profiles, backoff, TieBreak.BY_UID);
    }

    public PodScheduler(Profiles profiles, Backoff backoff, TieBreak tieBreak) {
        this.profiles = profiles;
        this.queue = new SchedulingQueue(profiles, backoff, metrics);
        this.figures = new Figures(metrics, queue, cluster, assumed);
        for (Profile profile : profiles.all()) {
            cycleByName.put(profile.schedulerName(), new SchedulingCycle(profile, tieBreak));
        }
    }

    /// A pod came or changed.
    ///
    /// @param before its form when it was last seen, null if this is the first time
    public void podSeen(@Nullable Pod before, Pod pod, Instant now) {
        if (pod.finished()) {
            podGone(pod, now);
        } else if (pod.nodeName() != null) {
            assigned(pod, pod.nodeName(), now);
        } else if (profiles.get(pod.schedulerName()) != null) {
            waits(before, pod, now);
        }
    }

    private void waits(@Nullable Pod before, Pod pod, Instant now) {
        Assumed binding = assumed.get(pod.uid());
        if (binding != null) {
            assumed.put(pod.uid(), new Assumed(binding.entry(), pod, binding.placed()));
            return;
        }
        promise(before, pod, now);
        if (before == null || !queue.contains(pod.uid())) {
            if (!queue.contains(pod.uid())) {
                queue.add(pod, now);
            }
            return;
        }
        queue.update(pod, PodChanges.between(before, pod), now);
    }

    /// Follows what a pod's status says about a promise. While it says nothing and never did, a promise of ours may
    /// still be on its way there (S2.93).
    private void promise(@Nullable Pod before, Pod pod, Instant now) {
        String then = before == null ? null : before.nominatedNodeName();
        if (pod.nominatedNodeName() != null) {
            cluster.nominations().put(pod, pod.nominatedNodeName());
        } else if (then != null) {
            withdraw(pod.uid(), now);
        }
    }

    private void assigned(Pod pod, String node, Instant now) {
        queue.remove(pod.uid());
        cluster.nominations().remove(pod.uid());
        permits.remove(pod.uid());
        Assumed confirmed = assumed.remove(pod.uid());
        if (confirmed != null) {
            figures.bound(confirmed.entry(), now);
        }
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
        queue.remove(pod.uid());
        permits.remove(pod.uid());
        withdraw(pod.uid(), now);
        forget(pod.uid(), now);
        String node = cluster.nodeOf(pod.uid());
        Pod counted = cluster.remove(pod.uid());
        if (counted != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
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
        PermitRoom.Waiting through = permits.next(now);
        if (through != null) {
            String plugin = through.rejectedBy();
            return plugin == null
                    ? bind(through.entry(), through.placed(), now)
                    : giveUp(
                            through.entry(),
                            through.placed(),
                            plugin,
                            Status.unschedulable(through.reason()),
                            through.since(),
                            now);
        }
        QueuedPod entry = queue.next(now);
        if (entry == null) {
            return null;
        }
        Pod pod = entry.pod();
        if (pod.deleting()) {
            queue.placed(entry);
            return new Decision.SkipDeleting(pod);
        }
        return switch (cycle(pod).place(pod, cluster)) {
            case Placement.Placed placed -> assume(entry, placed, now);
            case Placement.Refused refused -> {
                Diagnosis diagnosis = refused.diagnosis();
                nominate(pod, refused, now);
                queue.refused(
                        entry,
                        diagnosis == null ? Set.of() : diagnosis.plugins(),
                        diagnosis == null ? Set.of() : diagnosis.pendingPlugins(),
                        List.of(),
                        now);
                yield refuse(entry, refused);
            }
            case Placement.Broken broken -> {
                queue.broken(entry, pod, now);
                yield fail(entry, broken.message());
            }
        };
    }

    private Decision refuse(QueuedPod entry, Placement.Refused refused) {
        figures.attempted(entry, "unschedulable", refused.rescue());
        return new Decision.Refuse(entry.pod(), refused);
    }

    private Decision fail(QueuedPod entry, String message) {
        figures.attempted(entry, "error", null);
        return new Decision.Fail(entry.pod(), message);
    }

    /// Keeps the room that is being made for a pod, or takes back a promise; those of lower priority lose theirs on that
    /// node, unless nothing new happens there (S4.127).
    private void nominate(Pod pod, Placement.Refused refused, Instant now) {
        Rescue rescue = refused.rescue();
        String node = rescue == null ? null : rescue.nominatedNode();
        if (rescue == null || node == null) {
            withdraw(pod.uid(), now);
            return;
        }
        boolean newVictims = rescue.victims().stream().anyMatch(v -> !v.deleting());
        if (newVictims) {
            queue.preempts(pod.uid());
            for (Pod other : List.copyOf(cluster.nominations().on(node))) {
                if (other.priority() < pod.priority()) {
                    withdraw(other.uid(), now);
                }
            }
        }
        cluster.nominations().put(pod, node);
    }

    /// Takes a promise back, which frees the room for others (S2.77).
    private void withdraw(String uid, Instant now) {
        Pod pod = cluster.nominations().promised(uid);
        String node = cluster.nominations().nodeOf(uid);
        cluster.nominations().remove(uid);
        if (pod != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, pod, node, now);
        }
    }

    private SchedulingCycle cycle(Pod pod) {
        return Objects.requireNonNull(cycleByName.get(pod.schedulerName()), pod.schedulerName());
    }

    /// Counts the pod on its node, then asks those who keep books or give leave (S5.9).
    private Decision assume(QueuedPod entry, Placement.Placed placed, Instant now) {
        Pod pod = entry.pod();
        String node = placed.node().name();
        queue.placed(entry);
        assumed.put(pod.uid(), new Assumed(entry, pod, placed));
        boolean whereItWasPromised = node.equals(cluster.nominations().nodeOf(pod.uid()));
        cluster.place(pod.on(node), node);
        happened(EventKind.ASSIGNED_POD_ADD, pod.on(node), node, now);
        if (whereItWasPromised) {
            cluster.nominations().remove(pod.uid());
        } else {
            withdraw(pod.uid(), now);
        }
        Profile profile = profiles.of(pod.schedulerName());
        for (ReservePlugin plugin : profile.reserve()) {
            Status status = plugin.reserve(placed.state(), pod, node);
            if (!status.isSuccess()) {
                return giveUp(entry, placed, plugin.name(), status, List.of(), now);
            }
        }
        Map<String, Duration> waits = new LinkedHashMap<>();
        for (PermitPlugin plugin : profile.permit()) {
            switch (plugin.permit(placed.state(), pod, node)) {
                case PermitPlugin.Permission.Granted() -> {}
                case PermitPlugin.Permission.Refused(Status status) -> {
                    return giveUp(entry, placed, plugin.name(), status, List.of(), now);
                }
                case PermitPlugin.Permission.Wait(Duration atMost) ->
                        waits.put(plugin.name(), atMost);
            }
        }
        if (!waits.isEmpty()) {
            permits.enter(new PermitRoom.Waiting(entry, placed, waits, now));
            return new Decision.Hold(pod, node);
        }
        return bind(entry, placed, now);
    }

    private Decision bind(QueuedPod entry, Placement.Placed placed, Instant now) {
        Pod pod = entry.pod();
        String node = placed.node().name();
        for (BindPlugin plugin : profiles.of(pod.schedulerName()).bind()) {
            Binding binding = plugin.bind(pod, node);
            if (binding != null) {
                return new Decision.Bind(pod, binding, placed);
            }
        }
        return giveUp(
                entry,
                placed,
                "",
                Status.error("no bind plugin wanted to bind the pod"),
                List.of(),
                now);
    }

    /// The place is given up before anything was written: books are put right, last first, and the pod goes back.
    private Decision giveUp(
            QueuedPod entry,
            Placement.Placed placed,
            String plugin,
            Status status,
            List<ClusterEvent> since,
            Instant now) {
        Assumed assumption = forget(entry.pod().uid(), now);
        Pod pod = assumption == null ? entry.pod() : assumption.pod();
        if (!status.isRejection()) {
            queue.broken(entry, pod, now);
            return fail(entry, "running plugin \"" + plugin + "\": " + status.message());
        }
        Diagnosis diagnosis = Diagnosis.ofChosen(placed.node(), plugin, status);
        queue.changed(entry, pod);
        queue.refused(entry, diagnosis.plugins(), diagnosis.pendingPlugins(), since, now);
        return refuse(entry, new Placement.Refused(diagnosis, null, _ -> null));
    }

    /// Undoes an assumption.
    private @Nullable Assumed forget(String uid, Instant now) {
        Assumed binding = assumed.remove(uid);
        if (binding == null) {
            return null;
        }
        Placement.Placed placed = binding.placed();
        Profile profile = profiles.of(binding.pod().schedulerName());
        for (ReservePlugin plugin : profile.reserve().reversed()) {
            plugin.unreserve(placed.state(), binding.pod(), placed.node().name());
        }
        String node = cluster.nodeOf(uid);
        Pod counted = cluster.remove(uid);
        if (counted != null && node != null) {
            happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
        }
        return binding;
    }

    /// A permit plugin lets a waiting pod go on, as far as it is concerned.
    public void allow(String uid, String plugin) {
        permits.allow(uid, plugin);
    }

    /// A permit plugin makes a waiting pod give its place up.
    public void reject(String uid, String plugin, String reason) {
        permits.reject(uid, plugin, reason);
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
        Assumed binding = forget(uid, now);
        if (binding != null) {
            figures.attempted(binding.entry(), "error", null);
            queue.broken(binding.entry(), binding.pod(), now);
        }
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
        Instant permit = permits.nextDue();
        return due == null || (permit != null && permit.isBefore(due)) ? permit : due;
    }

    /// How many pods wait in each place, for metrics.
    public int waiting(QueuedPod.Pool pool) {
        return queue.size(pool);
    }

    /// The pods and nodes as they are counted now.
    public ClusterState cluster() {
        return cluster;
    }

    private void tell(ClusterEvent event, Instant now) {
        figures.handled(event.kind().label());
        permits.happened(event);
        queue.happened(event, now);
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
