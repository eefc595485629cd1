package dev.sluice.controllers.multicluster;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.MultiKueueConfig;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sends Workloads to worker clusters and follows them there: reads one with all that there is of it anywhere, has [DispatchPlan]
/// decide, does that one step, and looks again.
final class DispatchReconciler implements Reconciler {
    private static final int WORKERS = 16;
    private static final int STEPS_MAX = 20;
    private static final Duration AFTER_REFUSAL = Duration.ofSeconds(10);
    private static final String BY_OWNER = "multikueueOwner";
    private static final String BY_CHECK = "multikueueCheck";
    private static final String BY_WORKLOAD = "workload";

    private final Cluster manager;
    private final Configuration settings;
    private final Workers workers;
    private final WorkloadWriter writer;
    private final EventRecorder events;
    private final RemoteKinds kinds;
    private final WorkerWrites writes;
    private final Dispatches dispatches;
    private final Cache<Workload> workloads;
    private final Cache<AdmissionCheck> checks;
    private final Cache<MultiKueueConfig> configs;
    private final Loop loop;
    private final Burst burst;

    /// Workloads that have lost their quota since they got copies; until those are gone.
    private final Set<Key> renewed = ConcurrentHashMap.newKeySet();

    DispatchReconciler(
            Cluster manager,
            Configuration settings,
            Workers workers,
            WorkloadWriter writer,
            EventRecorder events,
            Dispatches dispatches) {
        this.manager = manager;
        this.settings = settings;
        this.workers = workers;
        this.writer = writer;
        this.events = events;
        this.kinds = RemoteKinds.of(settings);
        this.writes = new WorkerWrites(workers, events);
        this.dispatches = dispatches;
        this.workloads = manager.cache(Workload.class);
        this.checks = manager.cache(AdmissionCheck.class);
        this.configs = manager.cache(MultiKueueConfig.class);
        this.loop = manager.loop("multikueue", WORKERS, this);
        this.burst = new Burst(manager.clock(), loop);
        watchManager();
        workers.onConnecting(this::watchWorker);
        workers.onChange(_ -> all().forEach(loop::enqueue));
        sweep();
    }

    private void watchManager() {
        workloads.onChange(this::noteLoss);
        workloads.index(BY_OWNER, DispatchReconciler::owners);
        workloads.index(
                BY_CHECK,
                workload ->
                        Facts.status(workload).admissionChecks().stream()
                                .map(AdmissionCheckState::name)
                                .toList());
        loop.on(workloads, change -> checked(change) ? List.of(change.key()) : List.of())
                .on(checks, change -> of(change.key().name()))
                .on(configs, _ -> all());
        kinds.all()
                .forEach(
                        kind ->
                                loop.on(
                                        manager.cache(kind.type()),
                                        change -> ofJob(kind.type(), change.key())));
    }

    private void noteLoss(Change<Workload> change) {
        Workload before = change.before();
        Workload after = change.after();
        if (after == null) {
            renewed.remove(change.key());
        } else if (before != null && holds(before) && !holds(after) && checked(change)) {
            renewed.add(change.key());
        }
    }

    private static boolean holds(Workload workload) {
        return Facts.reserved(workload) && !Facts.evicted(workload);
    }

    private static List<String> owners(Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .map(
                        owner ->
                                owner.getKind()
                                        + "/"
                                        + Facts.namespace(workload)
                                        + "/"
                                        + owner.getName())
                .toList();
    }

    private static boolean checked(Change<Workload> change) {
        return Stream.of(change.before(), change.after())
                .filter(Objects::nonNull)
                .anyMatch(workload -> !Facts.status(workload).admissionChecks().isEmpty());
    }

    private List<Key> ofJob(Class<? extends HasMetadata> type, Key job) {
        return workloads
                .by(BY_OWNER, HasMetadata.getKind(type) + "/" + job.namespace() + "/" + job.name())
                .stream()
                .filter(workload -> !Facts.status(workload).admissionChecks().isEmpty())
                .map(Key::of)
                .toList();
    }

    private List<Key> of(String check) {
        return workloads.by(BY_CHECK, check).stream().map(Key::of).toList();
    }

    private Collection<Key> all() {
        Set<Key> all = new LinkedHashSet<>();
        for (AdmissionCheck check : checks.all()) {
            if (MultiCluster.isOurs(check)) {
                all.addAll(of(check.getMetadata().getName()));
            }
        }
        return all;
    }

    private void watchWorker(String name, Cluster worker) {
        worker.cache(Workload.class).onChange(change -> burst.add(List.of(change.key())));
        kinds.all().forEach(kind -> watchJobs(worker, kind.type()));
    }

    private <J extends HasMetadata> void watchJobs(Cluster worker, Class<J> type) {
        Cache<J> jobs = worker.cache(type);
        jobs.index(
                BY_WORKLOAD, job -> RemoteCopies.workloadOf(job).map(List::of).orElseGet(List::of));
        jobs.onChange(
                change ->
                        RemoteCopies.workloadOf(change.latest())
                                .map(name -> List.of(new Key(change.key().namespace(), name)))
                                .ifPresent(burst::add));
    }

    /// Now and then everything on the workers is looked at for which nothing is here any more (L5.19): should a removal have failed
    /// for good, it is tried again.
    private void sweep() {
        Duration interval = settings.multiKueue().gcInterval();
        if (interval.isZero()) {
            return;
        }
        Loop sweeps =
                manager.loop(
                        "multikueue-gc",
                        1,
                        _ -> {
                            workers.connected().values().forEach(this::sweep);
                            return Outcome.again(interval);
                        });
        sweeps.enqueue(Key.cluster("sweep"));
    }

    private void sweep(Cluster worker) {
        Stream.concat(
                        worker.cache(Workload.class).all().stream().map(Key::of),
                        kinds.all().stream()
                                .flatMap(kind -> worker.cache(kind.type()).all().stream())
                                .flatMap(
                                        job ->
                                                RemoteCopies.workloadOf(job)
                                                        .map(
                                                                name ->
                                                                        new Key(
                                                                                Key.of(job)
                                                                                        .namespace(),
                                                                                name))
                                                        .stream()))
                .filter(key -> workloads.get(key).isEmpty())
                .forEach(loop::enqueue);
    }

    @Override
    public Outcome reconcile(Key key) {
        if (burst.holds(key)) {
            // Other news are no reason to decide before all workers have had their say.
            return Outcome.done();
        }
        for (int step = 0; step < STEPS_MAX; step++) {
            loop.looksAgain(key);
            DispatchView view = read(key);
            Outcome outcome = take(DispatchPlan.next(view), key, view);
            if (outcome != null) {
                return outcome;
            }
        }
        return Outcome.breath();
    }

    private DispatchView read(Key key) {
        DispatchView view = look(key, renewed.contains(key));
        Workload local = view.local();
        if (view.renewed()
                && local != null
                && holds(local)
                && view.remotes().values().stream().noneMatch(DispatchView.Remote::holds)) {
            renewed.remove(key);
            return look(key, false);
        }
        return view;
    }

    /// How it stands with a Workload in the workers; empty when it is none of ours.
    Optional<DispatchOutlook> outlook(Key key) {
        return DispatchOutlook.of(look(key, renewed.contains(key)));
    }

    private DispatchView look(Key key, boolean again) {
        Workload local = workloads.get(key).orElse(null);
        AdmissionCheck check = local == null ? null : check(local);
        Instant now = manager.clock().instant();
        String chosen = local == null ? null : Facts.status(local).clusterName();
        if (chosen != null) {
            workers.awaited(chosen, now);
        }
        SortedMap<String, DispatchView.Remote> remotes = new TreeMap<>();
        workers.connected().forEach((name, worker) -> remotes.put(name, remote(worker, key)));
        SortedMap<String, Workload> lost = new TreeMap<>();
        workers.lost()
                .forEach(
                        (name, worker) ->
                                worker.cache(Workload.class)
                                        .get(key)
                                        .ifPresent(copy -> lost.put(name, copy)));
        return new DispatchView(
                local,
                again,
                check == null ? null : check.getMetadata().getName(),
                check == null ? List.of() : clusters(check),
                local == null ? new DispatchView.Jobs.None() : jobs(local),
                remotes,
                lost,
                workers.absences(),
                settings,
                now);
    }

    private @Nullable AdmissionCheck check(Workload workload) {
        return Facts.status(workload).admissionChecks().stream()
                .flatMap(state -> checks.get(Key.cluster(state.name())).stream())
                .filter(MultiCluster::isOurs)
                .findFirst()
                .orElse(null);
    }

    private List<String> clusters(AdmissionCheck check) {
        return Optional.ofNullable(check.getSpec().parameters())
                .flatMap(parameters -> configs.get(Key.cluster(parameters.name())))
                .map(MultiCluster::clusters)
                .orElse(List.of());
    }

    private DispatchView.Remote remote(Cluster worker, Key key) {
        Map<String, HasMetadata> jobs = new HashMap<>();
        for (RemoteKind<?> kind : kinds.all()) {
            for (HasMetadata job : worker.cache(kind.type()).by(BY_WORKLOAD, key.name())) {
                if (job.getMetadata().getNamespace().equals(key.namespace())) {
                    jobs.put(job.getMetadata().getName(), job);
                }
            }
        }
        return new DispatchView.Remote(worker.cache(Workload.class).get(key).orElse(null), jobs);
    }

    private DispatchView.Jobs jobs(Workload local) {
        Optional<Owner> owner = Owner.of(local);
        if (owner.isEmpty()) {
            return new DispatchView.Jobs.None();
        }
        return kinds.of(owner.get())
                .<DispatchView.Jobs>map(kind -> known(kind, local, owner.get()))
                .orElseGet(() -> new DispatchView.Jobs.Unknown(owner.get().gvk()));
    }

    private <J extends HasMetadata> DispatchView.Jobs known(
            RemoteKind<J> kind, Workload local, Owner owner) {
        Stream<String> names =
                "true".equals(Facts.annotation(local, Annotations.IS_GROUP_WORKLOAD))
                        ? local.getMetadata().getOwnerReferences().stream()
                                .filter(other -> other.getKind().equals(owner.kind()))
                                .map(OwnerReference::getName)
                        : Stream.of(owner.name());
        List<J> jobs =
                names.flatMap(
                                name ->
                                        manager
                                                .cache(kind.type())
                                                .get(Facts.namespace(local), name)
                                                .stream())
                        .toList();
        return jobs.isEmpty()
                ? new DispatchView.Jobs.None()
                : new DispatchView.Jobs.Known<>(kind, jobs);
    }

    /// Does one step. Returns null when the workload is to be looked at again at once.
    private @Nullable Outcome take(DispatchStep step, Key key, DispatchView view) {
        return switch (step) {
            case DispatchStep.Rest(Instant until) ->
                    until == null
                            ? Outcome.done()
                            : Outcome.again(Duration.between(view.now(), until));
            case DispatchStep.Remove(List<String> clusters, List<Happening> happenings) -> {
                if (!removed(clusters, view)) {
                    yield Outcome.again(AFTER_REFUSAL);
                }
                Workload local = view.local();
                if (local != null) {
                    happenings.forEach(happening -> events.record(local, happening));
                }
                // What is gone is told by the watch; until then it seems to be there.
                yield Outcome.done();
            }
            case DispatchStep.Create create -> {
                boolean created = true;
                for (Map.Entry<String, Workload> copy : create.copies().entrySet()) {
                    created &=
                            writes.on(
                                    copy.getKey(),
                                    view.local(),
                                    worker -> {
                                        worker.create(copy.getValue());
                                        dispatches.dispatched(
                                                clusterQueue(view.local()), copy.getKey());
                                    });
                }
                yield created ? null : Outcome.again(AFTER_REFUSAL);
            }
            case DispatchStep.Rewrite(String cluster, Workload copy, var spec) ->
                    again(
                            writes.on(
                                    cluster,
                                    view.local(),
                                    worker ->
                                            worker.update(
                                                    WorkloadWriter.with(
                                                            copy,
                                                            copy.getMetadata(),
                                                            spec,
                                                            copy.getStatus()))));
            case DispatchStep.ChangeCopy(String cluster, Workload copy, var status) ->
                    again(
                            writes.on(
                                    cluster,
                                    view.local(),
                                    worker ->
                                            worker.updateStatus(
                                                    WorkloadWriter.with(
                                                            copy,
                                                            copy.getMetadata(),
                                                            copy.getSpec(),
                                                            status))));
            case DispatchStep.CreateJob(String cluster, HasMetadata job) ->
                    again(writes.on(cluster, view.local(), worker -> worker.create(job)));
            case DispatchStep.ShowJob(HasMetadata job) -> {
                manager.updateStatus(job);
                yield null;
            }
            case DispatchStep.Change change -> {
                Workload written = writer.status(key, change.change());
                if (written != null) {
                    change.happenings().forEach(happening -> events.record(written, happening));
                    if (change.admittedOn() != null) {
                        dispatches.admitted(clusterQueue(written), change.admittedOn());
                    }
                }
                yield null;
            }
        };
    }

    private boolean removed(List<String> clusters, DispatchView view) {
        boolean removed = true;
        for (String cluster : clusters) {
            DispatchView.Remote remote = Objects.requireNonNull(view.remotes().get(cluster));
            removed &=
                    writes.on(cluster, view.local(), worker -> WorkerWrites.remove(worker, remote));
        }
        return removed;
    }

    private static @Nullable Outcome again(boolean done) {
        return done ? null : Outcome.again(AFTER_REFUSAL);
    }

    private static String clusterQueue(@Nullable Workload workload) {
        var admission = workload == null ? null : Facts.status(workload).admission();
        return admission == null ? "" : admission.clusterQueue();
    }
}
