package dev.sluice.controllers.scheduling;

import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.podscheduler.Decision;
import dev.sluice.podscheduler.Explanation;
import dev.sluice.podscheduler.PodScheduler;
import dev.sluice.podscheduler.cycle.TieBreak;
import dev.sluice.podscheduler.framework.Profile;
import dev.sluice.podscheduler.framework.Profiles;
import dev.sluice.podscheduler.metrics.Sample;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.queue.Backoff;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The pod scheduler on a cluster: one loop tells it what happened and asks it what to do, another carries that out,
/// many pods side by side and each pod's writes in order.
public final class Scheduling {
    private static final Key CYCLE = Key.cluster("cycle");

    /// Bindings under way at once. They wait for the server's disk most of the time, and those that wait together share one sync of it.
    private static final int BINDERS = 64;

    /// Events are looked at again after so many decisions, so that none waits for a long queue.
    private static final int DECISIONS_BETWEEN_EVENTS_MAX = 64;

    private final Cluster cluster;
    private final PodScheduler scheduler;
    private final BooleanSupplier mayAct;
    private final Binder binder;
    private final Loop cycles;
    private final Queue<Runnable> happened = new ConcurrentLinkedQueue<>();

    /// Registers the loops; they run once the cluster starts.
    public Scheduling(Cluster cluster, EventRecorder events, Profile profile) {
        this(cluster, events, Profiles.of(profile), Backoff.DEFAULT, TieBreak.BY_UID);
    }

    /// @param profiles whose pods are scheduled; the events about a pod come from its profile's name
    /// @param tieBreak which of equally good nodes is taken
    public Scheduling(
            Cluster cluster,
            EventRecorder events,
            Profiles profiles,
            Backoff backoff,
            TieBreak tieBreak) {
        this(cluster, events, profiles, backoff, tieBreak, () -> true);
    }

    /// @param mayAct while this is false everything is followed and nothing is decided or written; [#wake] when it becomes true
    public Scheduling(
            Cluster cluster,
            EventRecorder events,
            Profiles profiles,
            Backoff backoff,
            TieBreak tieBreak,
            BooleanSupplier mayAct) {
        this.cluster = cluster;
        this.mayAct = mayAct;
        this.scheduler =
                new PodScheduler(
                        profiles, backoff, tieBreak, new SchedulerMetrics(System::nanoTime));
        this.binder =
                new Binder(
                        cluster,
                        events,
                        profiles,
                        scheduler.metrics(),
                        BINDERS,
                        this::tell,
                        mayAct);
        this.cycles = cluster.loop("scheduler", 1, _ -> cycle());
        new ClusterFeed(cluster, this::tell, binder::carryOut).start(profiles.groupPods());
    }

    private void tell(Consumer<PodScheduler> event) {
        happened.add(() -> event.accept(scheduler));
        cycles.enqueue(CYCLE);
    }

    /// Looks whether there is something to decide.
    public void wake() {
        cycles.enqueue(CYCLE);
    }

    /// The scheduler's numbers. Asked of the loop that owns them; they come once it has time.
    public CompletableFuture<List<Sample>> samples() {
        CompletableFuture<List<Sample>> samples = new CompletableFuture<>();
        tell(owned -> samples.complete(owned.samples()));
        return samples;
    }

    /// Why a pod has no node, as things are once the loop has time. Gates are given when a pod is created, so that is since when they
    /// hold it; who set them is asked of the server.
    ///
    /// @return nothing when there is no pod of this name
    public CompletableFuture<Optional<Explanation>> explain(Key key) {
        Pod pod = cluster.client().pods().inNamespace(key.namespace()).withName(key.name()).get();
        if (pod == null) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        CompletableFuture<Optional<Explanation>> answer = new CompletableFuture<>();
        tell(
                owned ->
                        answer.complete(
                                Optional.of(
                                        switch (owned.explain(pod.getMetadata().getUid())) {
                                            case Explanation.Gated gated ->
                                                    new GateOwners(pod).named(gated);
                                            case Explanation.WithGroup waiting ->
                                                    new WaitingOwner(cluster, pod).named(waiting);
                                            case Explanation.NotWaiting not -> placed(pod, not);
                                            case Explanation other -> other;
                                        })));
        return answer;
    }

    /// Where a pod is that waits no longer; the same if it has no node.
    private static Explanation placed(Pod pod, Explanation.NotWaiting not) {
        String node = pod.getSpec().getNodeName();
        return node == null || node.isEmpty()
                ? not
                : new Explanation.Placed(node, pod.getStatus().getPhase());
    }

    private Outcome cycle() {
        while (true) {
            Runnable event;
            while ((event = happened.poll()) != null) {
                event.run();
            }
            if (!mayAct.getAsBoolean()) {
                return Outcome.done();
            }
            for (int i = 0; i < DECISIONS_BETWEEN_EVENTS_MAX; i++) {
                Decision decision = scheduler.next(now());
                if (decision == null) {
                    return happened.isEmpty() ? untilDue() : Outcome.again(Duration.ZERO);
                }
                binder.carryOut(decision);
            }
        }
    }

    private Outcome untilDue() {
        Instant due = scheduler.nextDue();
        if (due == null) {
            return Outcome.done();
        }
        Duration pause = Duration.between(now(), due);
        return Outcome.again(pause.isPositive() ? pause : Duration.ofMillis(1));
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
