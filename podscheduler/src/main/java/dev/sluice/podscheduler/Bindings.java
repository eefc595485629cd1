package dev.sluice.podscheduler;

import dev.sluice.podscheduler.cluster.ClusterState;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cycle.Placement;
import dev.sluice.podscheduler.framework.BindPlugin;
import dev.sluice.podscheduler.framework.BindPlugin.Binding;
import dev.sluice.podscheduler.framework.ClusterEvent;
import dev.sluice.podscheduler.framework.Diagnosis;
import dev.sluice.podscheduler.framework.EventKind;
import dev.sluice.podscheduler.framework.PermitPlugin;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.ReservePlugin;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.queue.QueuedPod;
import dev.sluice.podscheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pods on their way to a node: counted there, reserved for, waiting for leave, being bound. Each comes to its end by the news
/// that it is there, or by giving its place up (S5.9 to S5.12).
final class Bindings {
    private final Profiles profiles;
    private final ClusterState cluster;
    private final SchedulingQueue queue;
    private final Promises promises;
    private final News news;
    private final Figures figures;
    private final PermitRoom permits = new PermitRoom();
    private final Map<String, Assumed> assumed = new HashMap<>();

    /// @param pod as it was last seen, without a node
    /// @param begin of its attempt, on the stopwatch
    private record Assumed(QueuedPod entry, Pod pod, Placement.Placed placed, long begin) {}

    Bindings(
            Profiles profiles,
            ClusterState cluster,
            SchedulingQueue queue,
            Promises promises,
            News news,
            Figures figures) {
        this.profiles = profiles;
        this.cluster = cluster;
        this.queue = queue;
        this.promises = promises;
        this.news = news;
        this.figures = figures;
    }

    PermitRoom permits() {
        return permits;
    }

    int size() {
        return assumed.size();
    }

    /// Where a pod on its way goes; null when it is not on its way.
    @Nullable String nodeOf(String uid) {
        Assumed binding = assumed.get(uid);
        return binding == null ? null : binding.placed().node().name();
    }

    /// A pod on its way changed; its new form counts if it comes back (S2.66).
    ///
    /// @return false when it is not on its way
    boolean changed(Pod pod) {
        return assumed.computeIfPresent(
                        pod.uid(), (_, b) -> new Assumed(b.entry(), pod, b.placed(), b.begin()))
                != null;
    }

    /// The pod is on a node.
    void arrived(String uid, Instant now) {
        permits.remove(uid);
        Assumed confirmed = assumed.remove(uid);
        if (confirmed != null) {
            figures.bound(confirmed.entry(), confirmed.begin(), now);
        }
    }

    /// The pod is gone.
    void gone(String uid, Instant now) {
        permits.remove(uid);
        forget(uid, now);
    }

    /// The binding was refused or its outcome is unknown.
    void failed(String uid, Instant now) {
        Assumed binding = forget(uid, now);
        if (binding != null) {
            figures.attempted(binding.entry(), "error", null, binding.begin());
            queue.broken(binding.entry(), withoutPromise(binding.pod()), now);
        }
    }

    /// It gives up the node that it may have announced (S5.34).
    private static Pod withoutPromise(Pod pod) {
        return pod.on(null);
    }

    /// What is to be done for a pod that no longer waits for leave; null when there is none.
    @Nullable Decision afterLeave(Instant now) {
        PermitRoom.Waiting through = permits.next(now);
        if (through == null) {
            return null;
        }
        String plugin = through.rejectedBy();
        figures.permitted(through.entered(), plugin == null, now);
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

    /// Counts the pod on its node, then asks those who keep books or give leave (S5.9).
    ///
    /// @param begin of its attempt, on the stopwatch
    Decision assume(QueuedPod entry, Placement.Placed placed, long begin, Instant now) {
        Pod pod = entry.pod();
        String node = placed.node().name();
        queue.placed(entry);
        assumed.put(pod.uid(), new Assumed(entry, pod, placed, begin));
        cluster.place(pod.on(node), node);
        news.happened(EventKind.ASSIGNED_POD_ADD, pod.on(node), node, now);
        promises.placed(pod, node, now);
        Profile profile = profiles.of(pod.schedulerName());
        Refused refused = reserve(profile, pod, placed);
        if (refused != null) {
            return giveUp(entry, placed, refused.plugin(), refused.status(), List.of(), now);
        }
        Map<String, Duration> waits = new LinkedHashMap<>();
        refused = permit(profile, pod, placed, waits);
        if (refused != null) {
            return giveUp(entry, placed, refused.plugin(), refused.status(), List.of(), now);
        }
        if (!waits.isEmpty()) {
            permits.enter(new PermitRoom.Waiting(entry, placed, waits, now));
            return new Decision.Hold(pod, node);
        }
        return bind(entry, placed, now);
    }

    private record Refused(String plugin, Status status) {
        static Status.Code code(@Nullable Refused refused) {
            return refused == null ? Status.Code.SUCCESS : refused.status.code();
        }
    }

    private @Nullable Refused reserve(Profile profile, Pod pod, Placement.Placed placed) {
        long begin = figures.begin();
        Refused refused = null;
        for (ReservePlugin plugin : profile.reserve()) {
            Status status = plugin.reserve(placed.state(), pod, placed.node().name());
            if (!status.isSuccess()) {
                refused = new Refused(plugin.name(), status);
                break;
            }
        }
        figures.passed(Point.RESERVE, Refused.code(refused), profile, begin);
        return refused;
    }

    /// @param waits becomes who wants the pod to wait, and how long at most
    private @Nullable Refused permit(
            Profile profile, Pod pod, Placement.Placed placed, Map<String, Duration> waits) {
        long begin = figures.begin();
        Refused refused = null;
        for (PermitPlugin plugin : profile.permit()) {
            switch (plugin.permit(placed.state(), pod, placed.node().name())) {
                case PermitPlugin.Permission.Granted() -> {}
                case PermitPlugin.Permission.Refused(Status status) ->
                        refused = new Refused(plugin.name(), status);
                case PermitPlugin.Permission.Wait(Duration atMost) ->
                        waits.put(plugin.name(), atMost);
            }
            if (refused != null) {
                break;
            }
        }
        figures.passed(Point.PERMIT, Refused.code(refused), profile, begin);
        return refused;
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
        Pod pod = withoutPromise(assumption == null ? entry.pod() : assumption.pod());
        long begin = assumption == null ? figures.begin() : assumption.begin();
        if (!status.isRejection()) {
            queue.broken(entry, pod, now);
            return fail(entry, "running plugin \"" + plugin + "\": " + status.message(), begin);
        }
        Diagnosis diagnosis = Diagnosis.ofChosen(placed.node(), plugin, status);
        queue.changed(entry, pod);
        queue.refused(entry, diagnosis.plugins(), diagnosis.pendingPlugins(), since, now);
        return refuse(entry, new Placement.Refused(diagnosis, null, _ -> null), begin);
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
            news.happened(EventKind.ASSIGNED_POD_DELETE, counted, node, now);
        }
        return binding;
    }

    Decision refuse(QueuedPod entry, Placement.Refused refused, long begin) {
        figures.attempted(entry, "unschedulable", refused.rescue(), begin);
        return new Decision.Refuse(entry.pod(), refused);
    }

    Decision fail(QueuedPod entry, String message, long begin) {
        figures.attempted(entry, "error", null, begin);
        return new Decision.Fail(entry.pod(), message);
    }
}
