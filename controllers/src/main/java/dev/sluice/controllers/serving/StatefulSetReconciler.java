package dev.sluice.controllers.serving;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadPriorityClass;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Reach;
import dev.sluice.controllers.job.WorkloadSteps;
import dev.sluice.controllers.pod.PodFacts;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps StatefulSets in queues, their pods and their Workloads in step: reads one with all that concerns it, has
/// [StatefulSetPlan] decide, does that one step, and looks again.
public final class StatefulSetReconciler implements Reconciler {
    private static final int WORKERS = 8;
    private static final int STEPS_MAX = 12;
    private static final String BY_PRIORITY_CLASS = "priority-class";
    private static final String BY_SET = "owner-StatefulSet";

    private final Cluster cluster;
    private final StatefulSetViews views;
    private final WorkloadSteps steps;
    private final Reach reach;
    private final Cache<StatefulSet> sets;
    private final Cache<Pod> pods;
    private final Cache<Workload> workloads;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public StatefulSetReconciler(
            Cluster cluster, Configuration settings, WorkloadWriter writer, EventRecorder events) {
        this.cluster = cluster;
        this.views = new StatefulSetViews(cluster, settings);
        this.steps =
                new WorkloadSteps(cluster, settings, writer, events, StatefulSetViews.REPORTER);
        this.reach = new Reach(settings, cluster.cache(Namespace.class));
        this.sets = cluster.cache(StatefulSet.class);
        this.pods = cluster.cache(Pod.class);
        this.workloads = cluster.cache(Workload.class);
        sets.index(
                BY_PRIORITY_CLASS,
                set -> {
                    String name = JobWants.label(set, Labels.PRIORITY_CLASS);
                    return name.isEmpty() ? List.of() : List.of(name);
                });
        pods.index(BY_SET, pod -> setOf(pod).map(OwnerReference::getUid).toList());
        workloads.index(BY_SET, workload -> keysOf(workload).map(Key::toString).toList());
        cluster.loop(
                        "statefulset-queue",
                        settings.serving().workers("StatefulSet.apps", WORKERS),
                        this)
                .onEach(sets)
                .on(pods, StatefulSetReconciler::keyOf)
                .on(workloads, change -> keysOf(change.latest()).toList())
                .on(
                        cluster.cache(WorkloadPriorityClass.class),
                        change -> keys(sets.by(BY_PRIORITY_CLASS, change.key().name())))
                .on(reach.namespaces(), this::setsIn);
    }

    /// Pods of no StatefulSet, or of one that is not queued, cost one look.
    private static Stream<OwnerReference> setOf(Pod pod) {
        return PodFacts.parent(pod).equals(Frameworks.STATEFUL_SET)
                ? PodFacts.controller(pod).stream().filter(StatefulSetReconciler::isSet)
                : Stream.empty();
    }

    private static boolean isSet(OwnerReference owner) {
        return owner.getKind().equals(StatefulSetViews.KIND)
                && owner.getApiVersion().startsWith(StatefulSetViews.GROUP + "/");
    }

    private static List<Key> keyOf(Change<Pod> change) {
        return setOf(change.latest())
                .map(owner -> new Key(change.key().namespace(), owner.getName()))
                .toList();
    }

    private static Stream<Key> keysOf(Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .filter(StatefulSetReconciler::isSet)
                .map(owner -> new Key(Facts.namespace(workload), owner.getName()));
    }

    private static List<Key> keys(Collection<StatefulSet> sets) {
        return sets.stream().map(Key::of).toList();
    }

    private List<Key> setsIn(Change<Namespace> change) {
        boolean before = change.before() != null && reach.manages(change.before());
        boolean after = change.after() != null && reach.manages(change.after());
        return before == after ? List.of() : keys(sets.inNamespace(change.key().name()));
    }

    @Override
    public Outcome reconcile(Key key) {
        for (int step = 0; step < STEPS_MAX; step++) {
            StatefulSet set = sets.get(key).orElse(null);
            letGo(key, set);
            if (set == null || set.getMetadata().getDeletionTimestamp() != null || !managed(set)) {
                return Outcome.done();
            }
            Outcome outcome = take(set);
            if (outcome != null) {
                return outcome;
            }
        }
        return Outcome.breath();
    }

    /// A Workload whose StatefulSet is gone stays as long as there are pods: they own it too.
    private void letGo(Key key, @Nullable StatefulSet set) {
        String uid = set == null ? "" : set.getMetadata().getUid();
        workloads.by(BY_SET, key.toString()).stream()
                .filter(
                        workload ->
                                workload.getMetadata().getOwnerReferences().stream()
                                        .noneMatch(
                                                owner ->
                                                        owner.getUid().equals(uid)
                                                                || owner.getKind().equals("Pod")))
                .forEach(steps::finalizeWorkload);
    }

    private boolean managed(StatefulSet set) {
        JobWants wants = views.wants(set);
        if (reach.covers(set, wants)) {
            return true;
        }
        if (!wants.queueName().isEmpty()) {
            reach.namespaceOf(set)
                    .ifPresent(
                            namespace ->
                                    steps.explain(
                                            set,
                                            set.getMetadata().getUid(),
                                            Happening.warning(
                                                    StatefulSetViews.REPORTER,
                                                    "NamespaceNotManaged",
                                                    "The namespace %s does not match managedJobsNamespaceSelector: the StatefulSet is not queued"
                                                            .formatted(
                                                                    namespace
                                                                            .getMetadata()
                                                                            .getName()))));
        }
        return false;
    }

    /// One step; null when it is to be looked at again at once.
    private @Nullable Outcome take(StatefulSet set) {
        StatefulSetView view =
                views.of(set, List.copyOf(pods.by(BY_SET, set.getMetadata().getUid())));
        return switch (StatefulSetPlan.next(view)) {
            case StatefulSetStep.Mark(List<Pod> unmarked) -> {
                unmarked.forEach(pod -> cluster.update(view.marks().on(pod)));
                yield null;
            }
            case StatefulSetStep.Replace(List<Pod> outdated) -> {
                outdated.forEach(pod -> cluster.delete(pod, DeletionPropagation.BACKGROUND));
                yield null;
            }
            case StatefulSetStep.OfJob(JobStep.OfWorkload step) ->
                    steps.take(step, set, view.view().now());
            case StatefulSetStep.OfJob(JobStep.NoteHold note) -> {
                steps.explain(set, set.getMetadata().getUid(), note.happening());
                yield Outcome.done();
            }
            case StatefulSetStep.OfJob(JobStep other) ->
                    throw new IllegalStateException(
                            "a StatefulSet neither starts nor stops its pods: " + other);
        };
    }
}
