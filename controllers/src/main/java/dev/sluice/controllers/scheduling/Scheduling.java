package dev.sluice.controllers.scheduling;

import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The pod scheduler on a cluster: one loop tells it what happened and asks it what to do, another carries that out,
/// many pods side by side and each pod's writes in order.
public final class Scheduling {
    private static final Logger LOG = LoggerFactory.getLogger(Scheduling.class);
    private static final Key CYCLE = Key.cluster("cycle");
    private static final int BINDERS = 16;

    private final Cluster cluster;
    private final PodScheduler scheduler;
    private final Binder binder;
    private final Loop cycles;
    private final Queue<Runnable> happened = new ConcurrentLinkedQueue<>();

    /// The pods as they were last told, by uid.
    private final Map<String, dev.sluice.podscheduler.cluster.Pod> podByUid = new HashMap<>();

    /// Registers the loops; they run once the cluster starts.
    public Scheduling(Cluster cluster, EventRecorder events, Profile profile) {
        this.cluster = cluster;
        this.scheduler = new PodScheduler(profile);
        this.binder =
                new Binder(cluster, events, profile.schedulerName(), BINDERS, this::bindFailed);
        this.cycles = cluster.loop("scheduler", 1, _ -> cycle());
        cluster.cache(Node.class).onChange(this::nodeChanged);
        cluster.cache(Pod.class).onChange(this::podChanged);
        cluster.cache(PodDisruptionBudget.class).onChange(this::budgetChanged);
    }

    private void budgetChanged(Change<PodDisruptionBudget> change) {
        tell(
                () -> {
                    if (change.after() != null) {
                        scheduler.budgetSeen(SchedulerWords.budget(change.after()));
                    } else {
                        scheduler.budgetGone(change.key().namespace(), change.key().name());
                    }
                });
    }

    private void podChanged(Change<Pod> change) {
        tell(() -> podSeen(change));
    }

    private void nodeChanged(Change<Node> change) {
        tell(() -> nodeSeen(change));
    }

    private void bindFailed(String uid) {
        tell(() -> scheduler.bindFailed(uid, now()));
    }

    private void tell(Runnable event) {
        happened.add(event);
        cycles.enqueue(CYCLE);
    }

    private Outcome cycle() {
        Runnable event;
        while ((event = happened.poll()) != null) {
            event.run();
        }
        Decision decision;
        while ((decision = scheduler.next(now())) != null) {
            binder.carryOut(decision);
        }
        Instant due = scheduler.nextDue();
        if (due == null) {
            return Outcome.done();
        }
        Duration pause = Duration.between(now(), due);
        return Outcome.again(pause.isPositive() ? pause : Duration.ofMillis(1));
    }

    private void podSeen(Change<Pod> change) {
        Pod before = change.before();
        Pod after = change.after();
        if (before != null && (after == null || !uid(before).equals(uid(after)))) {
            var known = podByUid.remove(uid(before));
            if (known != null) {
                scheduler.podGone(known, now());
            }
        }
        if (after == null) {
            return;
        }
        var pod = translated(after);
        if (pod != null) {
            scheduler.podSeen(podByUid.put(pod.uid(), pod), pod, now());
        }
    }

    private void nodeSeen(Change<Node> change) {
        if (change.after() != null) {
            scheduler.nodeSeen(SchedulerWords.node(change.after()), now());
        } else {
            scheduler.nodeGone(change.key().name(), now());
        }
    }

    private dev.sluice.podscheduler.cluster.@Nullable Pod translated(Pod pod) {
        try {
            return SchedulerWords.pod(pod);
        } catch (IllegalArgumentException meaningless) {
            LOG.atWarn()
                    .addKeyValue("pod", Key.of(pod))
                    .addKeyValue("error", meaningless.getMessage())
                    .log("pod cannot be understood and is left alone");
            return null;
        }
    }

    private static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
