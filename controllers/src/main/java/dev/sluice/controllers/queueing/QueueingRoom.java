package dev.sluice.controllers.queueing;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.job.PrebuiltWorkloads;
import dev.sluice.controllers.workload.PendingText;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.engine.CycleReport;
import dev.sluice.engine.Decision;
import dev.sluice.engine.Engine;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.CohortSpec;
import dev.sluice.engine.spec.LocalQueueKey;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The room that owns the engine. Changes of objects come in and become engine events; whenever there is something to
/// decide, cycles run; decisions go out to [DecisionWriter]. One key of one loop stands for the whole room, so there
/// is never more than one thread in it.
///
/// Changes are taken one by one and in order: the engine waits for the confirmation of what it has decided, and must
/// not miss it.
public final class QueueingRoom implements Reconciler {
    private static final Key ROOM = Key.cluster("engine");
    private static final int CYCLES_BETWEEN_EVENTS_MAX = 64;
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    private final Cluster cluster;
    private final Engine engine;
    private final WorkloadEvents workloadEvents;
    private final Configuration settings;
    private final QueueReports reports;
    private final Bypassed bypassed = new Bypassed();
    private final List<CycleListener> cycleListeners = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> inbox = new ConcurrentLinkedQueue<>();
    private final Map<WorkloadKey, Seat> seats = new HashMap<>();
    private final Map<LocalQueueKey, String> clusterQueueByLocalQueue = new HashMap<>();
    private final Map<String, Optional<String>> parentByNode = new HashMap<>();
    private final boolean sharesReported;
    private final Loop loop;
    private final DecisionWriter writer;
    private final LiveSurroundings surroundings;
    private final PrebuiltWorkloads prebuilt;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public QueueingRoom(
            Cluster cluster,
            Configuration settings,
            WorkloadWriter workloadWriter,
            EventRecorder events) {
        this.cluster = cluster;
        this.settings = settings;
        this.engine = new Engine(EngineConfiguration.settings(settings));
        this.workloadEvents = new WorkloadEvents(settings);
        this.reports = new QueueReports(settings.admissionFairSharing() != null);
        this.sharesReported = settings.fairSharing() != null;
        this.surroundings = new LiveSurroundings(cluster);
        this.prebuilt = new PrebuiltWorkloads(cluster, settings);
        this.loop = cluster.loop("queueing", 1, this);
        this.writer =
                new DecisionWriter(
                        cluster, settings, workloadWriter, events, this, this::requestsOf);
        watch();
    }

    /// Why a workload is parked without a look (R3.22); for any thread.
    public Optional<String> bypassed(Key workload) {
        return bypassed.reasonOf(workload);
    }

    /// Hears of scheduling cycles.
    @FunctionalInterface
    public interface CycleListener {
        /// @param success whether anybody was admitted
        /// @param report how workloads got into each other's way
        void over(boolean success, Duration length, CycleReport report);
    }

    /// Tells of each cycle that looked at somebody.
    public void onCycle(CycleListener listener) {
        cycleListeners.add(listener);
    }

    private void cycle() {
        long start = System.nanoTime();
        List<Decision> decisions = engine.cycle(now());
        if (!decisions.isEmpty()) {
            boolean success = decisions.stream().anyMatch(Decision.Admit.class::isInstance);
            Duration length = Duration.ofNanos(System.nanoTime() - start);
            CycleReport report = engine.lastCycle();
            cycleListeners.forEach(listener -> listener.over(success, length, report));
        }
        decisions.forEach(this::hand);
    }

    /// Tells of each workload that is parked without a look.
    public void onBypassed(Consumer<Key> listener) {
        bypassed.onChange(listener);
    }

    /// The engine's answer to a question that changes nothing, asked between two cycles; for any thread but the room's own.
    ///
    /// @throws NoAnswerException if none comes in time, as when the room does not run
    public <T extends @Nullable Object> T ask(Function<Engine, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        put(() -> answer.completeAsync(() -> question.apply(engine), Runnable::run));
        try {
            return answer.get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException("interrupted while waiting for the queues", stopped);
        } catch (TimeoutException late) {
            throw new NoAnswerException(
                    "the queues did not answer within " + ANSWER_MAX.toSeconds() + " s", late);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a question to the queues failed", failed.getCause());
        }
    }

    /// Nobody answered.
    public static final class NoAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoAnswerException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// What the engine knows of the queues.
    public QueueReports reports() {
        return reports;
    }

    private void watch() {
        watch(ResourceFlavor.class, EngineEvents::of, key -> new Event.FlavorDeleted(key.name()));
        watch(
                AdmissionCheck.class,
                EngineEvents::of,
                key -> new Event.AdmissionCheckDeleted(key.name()));
        watch(Namespace.class, EngineEvents::of, key -> new Event.NamespaceDeleted(key.name()));
        watch(Cohort.class, EngineEvents::of, key -> new Event.CohortDeleted(key.name()));
        watch(
                ClusterQueue.class,
                EngineEvents::of,
                key -> new Event.ClusterQueueDeleted(key.name()));
        watch(
                LocalQueue.class,
                EngineEvents::of,
                key -> new Event.LocalQueueDeleted(new LocalQueueKey(key.namespace(), key.name())));
        cluster.cache(Workload.class).onChange(change -> put(() -> seen(change)));
        surroundings.onChange(this::again);
        prebuilt.onChange(this::again);
    }

    private <T extends HasMetadata> void watch(
            Class<T> kind, Function<T, Event> changed, Function<Key, Event> deleted) {
        cluster.cache(kind)
                .onChange(
                        change -> {
                            T before = change.before();
                            T after = change.after();
                            if (before != null
                                    && after != null
                                    && sameToEngine(before, after, changed)) {
                                return;
                            }
                            put(
                                    () ->
                                            apply(
                                                    after == null
                                                            ? deleted.apply(change.key())
                                                            : changed.apply(after)));
                        });
    }

    /// Status updates of queues are most of their changes, and none of the engine's business: what a LocalQueue has consumed
    /// comes from the engine itself.
    private static <T extends HasMetadata> boolean sameToEngine(
            T before, T after, Function<T, Event> changed) {
        return Objects.equals(
                        before.getMetadata().getGeneration(), after.getMetadata().getGeneration())
                && (before instanceof LocalQueue
                        || changed.apply(before).equals(changed.apply(after)));
    }

    /// An admission that was decided could not be written.
    void admissionRefused(WorkloadKey key) {
        put(() -> apply(new Event.AdmissionRefused(key)));
    }

    /// An eviction that was decided could not be written.
    void preemptionRefused(WorkloadKey victim) {
        put(() -> apply(new Event.PreemptionRefused(victim)));
    }

    /// What a workload asks for, all pods of a pod set together; for any thread.
    public List<PodSetRequest> requestsOf(Workload workload) {
        return workloadEvents.changed(workload, surroundings)
                        instanceof Event.WorkloadChanged(WorkloadSpec spec, var _)
                ? Requested.of(spec)
                : List.of();
    }

    private void put(Runnable work) {
        inbox.add(work);
        loop.enqueue(ROOM);
    }

    @Override
    public Outcome reconcile(Key key) {
        takeIn();
        engine.apply(new Event.TimePassed(now()));
        for (int cycle = 0; engine.hasNews() && cycle < CYCLES_BETWEEN_EVENTS_MAX; cycle++) {
            cycle();
            takeIn();
        }
        reports.publish(engine);
        bypassed.publish(engine);
        if (engine.hasNews()) {
            return Outcome.again(Duration.ZERO);
        }
        Instant due = engine.nextDue();
        return due == null ? Outcome.done() : Outcome.again(Duration.between(now(), due));
    }

    private void takeIn() {
        Runnable work;
        while ((work = inbox.poll()) != null) {
            work.run();
        }
    }

    private void hand(Decision decision) {
        touch(decision.clusterQueue());
        boolean untold = decision instanceof Decision.Pending pending && pending.reason() == null;
        if (!untold) {
            bypassed.forget(decision.workload());
        }
        Seat seat = seats.get(decision.workload());
        if (seat != null) {
            reports.touchLocalQueue(seat.localQueue());
            writer.accept(decision, seat.generation());
        }
    }

    private void seen(Change<Workload> change) {
        Workload after = change.after();
        if (after != null) {
            tell(after);
            return;
        }
        WorkloadKey key = new WorkloadKey(change.key().namespace(), change.key().name());
        leave(seats.remove(key));
        bypassed.forget(key);
        engine.apply(new Event.WorkloadDeleted(key));
    }

    /// What is told is what is known when its turn comes: a newer state must not be followed by an older one.
    private void again(Key workload) {
        put(() -> cluster.cache(Workload.class).get(workload).ifPresent(this::tell));
    }

    private void tell(Workload workload) {
        if (cluster.cache(Workload.class).get(Key.of(workload)).isEmpty()) {
            return;
        }
        Event event = workloadEvents.changed(workload, surroundings);
        if (event instanceof Event.WorkloadChanged(WorkloadSpec spec, var status)) {
            spec = Readiness.of(workload, spec, prebuilt.awaitsItsJob(workload));
            event = new Event.WorkloadChanged(spec, status);
            bypassed.seen(spec.key(), PendingText.isDiagnosed(workload));
            LocalQueueKey queue = new LocalQueueKey(spec.key().namespace(), spec.queueName());
            String holder =
                    status.reservation() == null ? null : status.reservation().clusterQueue();
            Seat seat = new Seat(queue, holder, spec.generation());
            leave(seats.put(spec.key(), seat));
            leave(seat);
        }
        engine.apply(event);
    }

    /// What a workload has to do with has other numbers before and after.
    private void leave(@Nullable Seat seat) {
        if (seat == null) {
            return;
        }
        reports.touchLocalQueue(seat.localQueue());
        touch(seat.holder());
        touch(clusterQueueByLocalQueue.get(seat.localQueue()));
    }

    private void touch(@Nullable String clusterQueue) {
        if (clusterQueue == null) {
            return;
        }
        reports.touchClusterQueue(clusterQueue);
        if (sharesReported) {
            touchAncestors(clusterQueue);
        }
    }

    private void touchAncestors(String clusterQueue) {
        Optional<String> parent =
                parentByNode.getOrDefault("queue " + clusterQueue, Optional.empty());
        for (int depth = 0; parent.isPresent() && depth < parentByNode.size(); depth++) {
            reports.touchCohort(parent.get());
            parent = parentByNode.getOrDefault("cohort " + parent.get(), Optional.empty());
        }
    }

    private void apply(Event event) {
        note(event);
        engine.apply(event);
    }

    /// Keeps what is needed to know whose numbers an event changes.
    private void note(Event event) {
        switch (event) {
            case Event.ClusterQueueChanged(ClusterQueueSpec spec) -> {
                parentByNode.put("queue " + spec.name(), Optional.ofNullable(spec.cohort()));
                touch(spec.name());
                touchAllLocalQueues(spec.name());
            }
            case Event.ClusterQueueDeleted(String name) -> {
                touch(name);
                touchAllLocalQueues(name);
                parentByNode.remove("queue " + name);
            }
            case Event.CohortChanged(CohortSpec spec) -> {
                parentByNode.put("cohort " + spec.name(), Optional.ofNullable(spec.parent()));
                touchAllClusterQueues();
            }
            case Event.CohortDeleted(String name) -> {
                parentByNode.remove("cohort " + name);
                touchAllClusterQueues();
            }
            case Event.LocalQueueChanged(var spec) -> {
                touch(clusterQueueByLocalQueue.put(spec.key(), spec.clusterQueue()));
                touch(spec.clusterQueue());
                reports.touchLocalQueue(spec.key());
            }
            case Event.LocalQueueDeleted(LocalQueueKey key) -> {
                touch(clusterQueueByLocalQueue.remove(key));
                reports.touchLocalQueue(key);
            }
            case Event.FlavorChanged _,
                    Event.FlavorDeleted _,
                    Event.AdmissionCheckChanged _,
                    Event.AdmissionCheckDeleted _ ->
                    touchAllClusterQueues();
            case Event.AdmissionRefused(WorkloadKey key) -> leave(seats.get(key));
            case Event.NamespaceChanged _,
                    Event.NamespaceDeleted _,
                    Event.WorkloadChanged _,
                    Event.WorkloadDeleted _,
                    Event.AdmissionConfirmed _,
                    Event.PreemptionRefused _,
                    Event.TimePassed _ -> {}
        }
    }

    private void touchAllLocalQueues(String clusterQueue) {
        clusterQueueByLocalQueue.forEach(
                (key, name) -> {
                    if (name.equals(clusterQueue)) {
                        reports.touchLocalQueue(key);
                    }
                });
    }

    private void touchAllClusterQueues() {
        cluster.cache(ClusterQueue.class).all().forEach(q -> touch(q.getMetadata().getName()));
    }

    private Instant now() {
        return cluster.clock().instant();
    }

    /// Where a workload was when the engine was last told about it.
    ///
    /// @param holder the ClusterQueue whose quota it held, or null
    private record Seat(LocalQueueKey localQueue, @Nullable String holder, long generation) {}
}
