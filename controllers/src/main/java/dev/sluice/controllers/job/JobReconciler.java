package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadPriorityClass;
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
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps the jobs of one kind and their Workloads in step: reads one job with all that concerns it, has [JobPlan]
/// decide, does that one step, and looks again.
public final class JobReconciler<J extends HasMetadata> implements Reconciler {
    private static final int WORKERS = 16;
    private static final int STEPS_MAX = 12;
    private static final String BY_PRIORITY_CLASS = "priority-class";
    private static final String BY_PREBUILT = "prebuilt";
    private static final Comparator<Workload> OLDEST_FIRST =
            Comparator.comparing(
                            (Workload workload) -> workload.getMetadata().getCreationTimestamp())
                    .thenComparing(Facts::name);

    private final Cluster cluster;
    private final JobKind<J> kind;
    private final Configuration settings;
    private final Composer composer;
    private final Priorities priorities;
    private final Cache<J> jobs;
    private final Cache<Workload> workloads;
    private final Cache<ResourceFlavor> flavors;
    private final Reach reach;
    private final Cache<LocalQueue> localQueues;
    private final Loop loop;
    private final WorkloadSteps steps;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public JobReconciler(
            Cluster cluster,
            JobKind<J> kind,
            Configuration settings,
            WorkloadWriter writer,
            EventRecorder events) {
        this.cluster = cluster;
        this.kind = kind;
        this.settings = settings;
        this.composer = new Composer(settings);
        this.steps = new WorkloadSteps(cluster, settings, writer, events, kind.reporter());
        this.jobs = cluster.cache(kind.type());
        this.workloads = cluster.cache(Workload.class);
        this.flavors = cluster.cache(ResourceFlavor.class);
        this.reach = new Reach(settings, cluster.cache(Namespace.class));
        this.localQueues = cluster.cache(LocalQueue.class);
        this.priorities = new Priorities(cluster);
        this.loop =
                cluster.loop(
                        "job-" + kind.kind(),
                        settings.serving().workers(kind.kind() + "." + kind.group(), WORKERS),
                        this);
        watch();
    }

    private void watch() {
        jobs.index(BY_PRIORITY_CLASS, job -> present(JobWants.label(job, Labels.PRIORITY_CLASS)));
        jobs.index(BY_PREBUILT, job -> present(wants(job).prebuiltWorkload()));
        workloads.index(ownerIndex(), this::ownersOf);
        loop.onEach(jobs)
                .on(workloads, this::jobsOf)
                .on(
                        cluster.cache(WorkloadPriorityClass.class),
                        change -> keys(jobs.by(BY_PRIORITY_CLASS, change.key().name())))
                .on(reach.namespaces(), this::jobsIn);
    }

    private String ownerIndex() {
        return "owner-" + kind.kind();
    }

    private List<String> ownersOf(Workload workload) {
        return owners(workload).map(name -> Facts.namespace(workload) + "/" + name).toList();
    }

    private Stream<String> owners(Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .filter(
                        owner ->
                                owner.getKind().equals(kind.kind())
                                        && owner.getApiVersion().startsWith(kind.group() + "/"))
                .map(OwnerReference::getName);
    }

    private Set<Key> jobsOf(Change<Workload> change) {
        Workload workload = change.latest();
        Stream<Key> owners = owners(workload).map(name -> new Key(Facts.namespace(workload), name));
        Stream<Key> named =
                jobs.by(BY_PREBUILT, Facts.name(workload)).stream()
                        .map(Key::of)
                        .filter(key -> key.namespace().equals(Facts.namespace(workload)));
        return Stream.concat(owners, named).collect(Collectors.toSet());
    }

    private List<Key> jobsIn(Change<Namespace> change) {
        boolean before = change.before() != null && reach.manages(change.before());
        boolean after = change.after() != null && reach.manages(change.after());
        return before == after ? List.of() : keys(jobs.inNamespace(change.key().name()));
    }

    private static List<Key> keys(Collection<? extends HasMetadata> objects) {
        return objects.stream().map(Key::of).toList();
    }

    private static List<String> present(String value) {
        return value.isEmpty() ? List.of() : List.of(value);
    }

    @Override
    public Outcome reconcile(Key key) {
        for (int step = 0; step < STEPS_MAX; step++) {
            loop.looksAgain(key);
            J job = jobs.get(key).orElse(null);
            finalizeWorkloadsWithout(job, key);
            if (job == null || job.getMetadata().getDeletionTimestamp() != null) {
                return Outcome.done();
            }
            if (!managed(job)) {
                return unheld(job);
            }
            JobView view = read(job);
            Outcome outcome = take(JobPlan.next(view), job, view.now());
            if (outcome != null) {
                return outcome;
            }
        }
        return Outcome.breath();
    }

    /// The Workloads of jobs that are gone, or going, finish (L2.17).
    private void finalizeWorkloadsWithout(@Nullable J job, Key key) {
        boolean alive = job != null && job.getMetadata().getDeletionTimestamp() == null;
        for (Workload workload : workloads.by(ownerIndex(), key.toString())) {
            if (!alive || !owns(job, workload)) {
                steps.finalizeWorkload(workload);
            }
        }
    }

    private boolean owns(@Nullable J job, Workload workload) {
        return job != null
                && workload.getMetadata().getOwnerReferences().stream()
                        .anyMatch(owner -> owner.getUid().equals(job.getMetadata().getUid()));
    }

    private boolean managed(J job) {
        JobWants wants = wants(job);
        if (reach.covers(job, wants)) {
            return true;
        }
        if (!wants.queueName().isEmpty()) {
            reach.namespaceOf(job).ifPresent(namespace -> explainUnmanaged(job, namespace));
        }
        return false;
    }

    /// A job that a gate held, and that no queue is told about any more.
    private Outcome unheld(J job) {
        JobKind.HoldNote note = kind.holdNote(job);
        if (note != null && note.held()) {
            JobKind.HoldNote none =
                    new JobKind.HoldNote(
                            false,
                            "The job is not queued: no gate holds it, and it stays suspended until somebody unsuspends it");
            noteHold(
                    new JobStep.NoteHold(
                            none,
                            Happening.normal(
                                    kind.reporter(), "SchedulingGateCleared", none.message())),
                    job,
                    now());
        }
        return Outcome.done();
    }

    private void explainUnmanaged(J job, Namespace namespace) {
        steps.explain(
                job,
                job.getMetadata().getUid(),
                Happening.warning(
                        kind.reporter(),
                        "NamespaceNotManaged",
                        "The namespace "
                                + namespace.getMetadata().getName()
                                + " does not match managedJobsNamespaceSelector: the job is not queued"));
    }

    private JobWants wants(HasMetadata job) {
        return JobWants.of(job, settings.gates());
    }

    private JobView read(J job) {
        JobWants wants = wants(job);
        List<PodSet> podSets = kind.podSets(job);
        String namespace = job.getMetadata().getNamespace();
        List<Workload> owned =
                workloads.by(ownerIndex(), Key.of(job).toString()).stream()
                        .filter(workload -> owns(job, workload))
                        .sorted(OLDEST_FIRST)
                        .toList();
        return new JobView(
                job,
                kind.reporter(),
                kind.suspended(job),
                kind.stopConfirmed(job),
                kind.active(job),
                kind.ending(job),
                kind.podsReady(job),
                true,
                podSets,
                kind.reclaimablePods(job),
                kind.holdNote(job),
                localQueues.get(namespace, wants.queueName()).isPresent(),
                wants,
                owned,
                wants.prebuiltWorkload().isEmpty()
                        ? null
                        : workloads.get(namespace, wants.prebuiltWorkload()).orElse(null),
                () -> priorities.of(wants.priorityClass(), kind.ownPriorityClass(job), podSets),
                known -> composer.workload(kind, job, wants, podSets, known),
                workload ->
                        Injection.of(
                                workload,
                                name -> flavors.get(Key.cluster(name)).orElse(null),
                                settings.gates()),
                settings,
                now());
    }

    /// Does one step. Returns null when the job is to be looked at again at once.
    private @Nullable Outcome take(JobStep next, J job, Instant now) {
        return switch (next) {
            case JobStep.OfWorkload step -> steps.take(step, job, now);
            case JobStep.NoteHold note -> noteHold(note, job, now);
            case JobStep.StopJob stop -> stop(stop, job);
            case JobStep.StartJob start -> {
                cluster.update(kind.started(job, start.infos()));
                steps.tell(job, start.happening());
                ForeignGates.note(kind.podSets(job))
                        .ifPresent(
                                note ->
                                        steps.tell(
                                                job,
                                                Happening.normal(
                                                        kind.reporter(), "PodsStillGated", note)));
                yield null;
            }
            case JobStep.DeleteJob delete -> {
                cluster.delete(job, DeletionPropagation.BACKGROUND);
                steps.tell(job, delete.happening());
                yield Outcome.done();
            }
        };
    }

    /// Null when it was written into the job's status.
    private @Nullable Outcome noteHold(JobStep.NoteHold step, J job, Instant now) {
        J noted = kind.noted(job, step.note(), now);
        if (noted == null) {
            steps.explain(job, job.getMetadata().getUid(), step.happening());
            return Outcome.done();
        }
        cluster.updateStatus(noted);
        steps.tell(job, step.happening());
        return null;
    }

    private @Nullable Outcome stop(JobStep.StopJob stop, J job) {
        JobKind.Stop<J> write = kind.nextStop(job, stop.original(), now());
        if (write == null) {
            return Outcome.done();
        }
        if (write.status()) {
            cluster.updateStatus(write.object());
        } else {
            cluster.update(write.object());
        }
        if (write.suspends()) {
            steps.tell(job, Happening.normal(kind.reporter(), "Stopped", stop.message()));
        }
        return null;
    }

    private Instant now() {
        return cluster.clock().instant();
    }
}
