package dev.sluice.controllers.scheduling;

import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.framework.BindPlugin.Binding;
import dev.sluice.podscheduler.framework.Point;
import dev.sluice.podscheduler.framework.PostBindPlugin;
import dev.sluice.podscheduler.framework.PostFilterPlugin.Rescue;
import dev.sluice.podscheduler.framework.PreBindPlugin;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.framework.Status;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out the scheduler's decisions: bindings, conditions, events (S5.33, S5.34, S5.40 to S5.44).
final class Binder {
    private static final Logger LOG = LoggerFactory.getLogger(Binder.class);
    private static final String FAILED = "FailedScheduling";
    private static final String SCHEDULING = "Scheduling";

    private final Cluster cluster;
    private final EventRecorder events;
    private final Profiles profiles;
    private final SchedulerMetrics metrics;
    private final Consumer<Consumer<PodScheduler>> tell;
    private final BooleanSupplier mayAct;
    private final Preemption preemption;
    private final @Nullable GroupConditions groups;
    private final Loop loop;

    /// What is still to be done; a pod's newer decision takes the place of an older one.
    private final Map<Key, Decision> open = new ConcurrentHashMap<>();

    /// @param tell runs an action on the scheduler's loop
    /// @param mayAct whether anything may be written; what was decided before is dropped while not (S5.70)
    Binder(
            Cluster cluster,
            EventRecorder events,
            Profiles profiles,
            SchedulerMetrics metrics,
            int workers,
            Consumer<Consumer<PodScheduler>> tell,
            BooleanSupplier mayAct) {
        this.cluster = cluster;
        this.events = events;
        this.profiles = profiles;
        this.metrics = metrics;
        this.tell = tell;
        this.mayAct = mayAct;
        this.preemption = new Preemption(cluster, events);
        this.groups = profiles.groupPods() ? new GroupConditions(cluster, mayAct) : null;
        this.loop = cluster.loop("binder", workers, this::carryOut);
    }

    void carryOut(Decision decision) {
        if (decision instanceof Decision.Together together) {
            together.decisions().forEach(this::carryOut);
            if (groups != null) {
                groups.tell(together);
            }
            return;
        }
        Key key = new Key(decision.pod().namespace(), decision.pod().name());
        open.put(key, decision);
        loop.enqueue(key);
    }

    private Outcome carryOut(Key key) {
        Decision decision = open.remove(key);
        if (decision == null || !mayAct.getAsBoolean()) {
            return Outcome.done();
        }
        switch (decision) {
            case Decision.Bind(var pod, Binding binding, _) -> bind(key, pod, binding);
            case Decision.Hold(var pod, String node) -> announce(key, pod, node);
            case Decision.Refuse refuse -> {
                Rescue rescue = refuse.placement().rescue();
                if (rescue != null && !rescue.victims().isEmpty()) {
                    preempt(refuse.pod(), rescue);
                }
                tell(
                        key,
                        refuse,
                        new ScheduledCondition(
                                ScheduledCondition.UNSCHEDULABLE, refuse.placement().message()),
                        rescue == null ? null : rescue.nominatedNode());
            }
            case Decision.Fail fail ->
                    tell(
                            key,
                            fail,
                            new ScheduledCondition(
                                    ScheduledCondition.SCHEDULER_ERROR, fail.message()),
                            null);
            case Decision.Together together -> together.decisions().forEach(this::carryOut);
            case Decision.SkipDeleting skip ->
                    known(key, skip.pod().uid())
                            .ifPresent(
                                    pod ->
                                            events.record(
                                                    pod,
                                                    warning(
                                                            skip.message(),
                                                            skip.pod().schedulerName())));
        }
        return Outcome.done();
    }

    /// The preemptor is not tried again until its victims have been told to go.
    private void preempt(dev.sluice.podscheduler.cluster.Pod preemptor, Rescue rescue) {
        boolean someoneGoes = false;
        try {
            someoneGoes = preemption.carryOut(preemptor, rescue);
        } finally {
            boolean goes = someoneGoes;
            tell.accept(
                    scheduler ->
                            scheduler.preempted(preemptor.uid(), goes, cluster.clock().instant()));
        }
    }

    private void bind(Key key, dev.sluice.podscheduler.cluster.Pod waiting, Binding binding) {
        Optional<Pod> pod = known(key, binding.uid());
        Profile profile = profiles.of(waiting.schedulerName());
        List<PreBindPlugin> preparing =
                profile.preBind().stream()
                        .filter(plugin -> plugin.hasWork(waiting, binding.node()))
                        .toList();
        if (!preparing.isEmpty()) {
            announce(key, waiting, binding.node());
        }
        if (!preBind(preparing, waiting, binding.node())) {
            return;
        }
        long begin = metrics.begin();
        try {
            cluster.post(Pod.class, key, "binding", body(binding));
        } catch (KubernetesClientException refused) {
            passed(Point.BIND, Status.Code.ERROR, waiting, begin);
            if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                tell.accept(s -> s.bindFailed(binding.uid(), cluster.clock().instant()));
            } else {
                failed(waiting, binding.failureMessage(text(refused)));
            }
            return;
        }
        passed(Point.BIND, Status.Code.SUCCESS, waiting, begin);
        begin = metrics.begin();
        for (PostBindPlugin plugin : profile.postBind()) {
            plugin.postBind(waiting, binding.node());
        }
        passed(Point.POST_BIND, Status.Code.SUCCESS, waiting, begin);
        pod.ifPresent(
                bound ->
                        events.record(
                                bound,
                                new Happening(
                                        false,
                                        "Scheduled",
                                        "Binding",
                                        "Successfully assigned " + key + " to " + binding.node(),
                                        waiting.schedulerName())));
    }

    /// Says where a pod is going that will not be there at once, so that others keep the room free, also another scheduler or this one
    /// after a restart (S5.30). It is only said: a refusal does not hold the pod up.
    private void announce(Key key, dev.sluice.podscheduler.cluster.Pod waiting, String node) {
        Pod pod = known(key, waiting.uid()).orElse(null);
        if (pod == null || node.equals(ScheduledCondition.nominated(pod))) {
            return;
        }
        String patch = cluster.json(Map.of("status", Map.of("nominatedNodeName", node)));
        try {
            cluster.patchStatus(pod, PatchType.STRATEGIC_MERGE, patch);
        } catch (KubernetesClientException refused) {
            LOG.atWarn()
                    .addKeyValue("pod", key)
                    .addKeyValue("node", node)
                    .addKeyValue("error", text(refused))
                    .log("the node a pod will go to could not be announced");
        }
    }

    private boolean preBind(
            List<PreBindPlugin> plugins, dev.sluice.podscheduler.cluster.Pod waiting, String node) {
        long begin = metrics.begin();
        for (PreBindPlugin plugin : plugins) {
            Status status = plugin.preBind(waiting, node);
            if (!status.isSuccess()) {
                passed(Point.PRE_BIND, status.code(), waiting, begin);
                failed(
                        waiting,
                        "running PreBind plugin \"" + plugin.name() + "\": " + status.message());
                return false;
            }
        }
        passed(Point.PRE_BIND, Status.Code.SUCCESS, waiting, begin);
        return true;
    }

    private void passed(
            Point point, Status.Code status, dev.sluice.podscheduler.cluster.Pod pod, long begin) {
        metrics.passed(point, status, pod.schedulerName(), begin);
    }

    private void failed(dev.sluice.podscheduler.cluster.Pod waiting, String message) {
        tell.accept(s -> s.bindFailed(waiting.uid(), cluster.clock().instant()));
        carryOut(new Decision.Fail(waiting, message));
    }

    /// The `Binding` object.
    private static Map<String, Object> body(Binding binding) {
        return Map.of(
                "kind",
                "Binding",
                "apiVersion",
                "v1",
                "metadata",
                Map.of(
                        "namespace", binding.namespace(),
                        "name", binding.name(),
                        "uid", binding.uid()),
                "target",
                Map.of("kind", "Node", "name", binding.node()));
    }

    private static String text(KubernetesClientException refused) {
        return refused.getStatus() == null || refused.getStatus().getMessage() == null
                ? String.valueOf(refused.getMessage())
                : refused.getStatus().getMessage();
    }

    /// @param decision tried again when the server refuses
    private void tell(
            Key key,
            Decision decision,
            ScheduledCondition condition,
            @Nullable String nominatedNode) {
        Pod pod = known(key, decision.pod().uid()).orElse(null);
        if (pod == null || pod.getSpec().getNodeName() != null) {
            return;
        }
        var patch = condition.patch(pod, nominatedNode, cluster.clock().instant());
        if (patch != null) {
            if (decision instanceof Decision.Fail) {
                // A binding that seemed to fail may have been written, and the news of it be on its
                // way (S5.81).
                patch = new HashMap<>(patch);
                patch.put(
                        "metadata",
                        Map.of("resourceVersion", pod.getMetadata().getResourceVersion()));
            }
            try {
                cluster.patchStatus(pod, PatchType.STRATEGIC_MERGE, cluster.json(patch));
            } catch (KubernetesClientException refused) {
                if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                    return;
                }
                open.putIfAbsent(key, decision);
                throw refused;
            }
        }
        events.record(pod, warning(condition.message(), decision.pod().schedulerName()));
    }

    private static Happening warning(String note, String reporter) {
        return new Happening(true, FAILED, SCHEDULING, note, reporter);
    }

    private Optional<Pod> known(Key key, String uid) {
        return cluster.cache(Pod.class)
                .get(key)
                .filter(pod -> uid.equals(pod.getMetadata().getUid()));
    }
}
