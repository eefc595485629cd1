package dev.sluice.controllers.pod;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadPriorityClass;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.job.ElasticPods;
import dev.sluice.controllers.job.ForeignGates;
import dev.sluice.controllers.job.JobPlan;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.PodSetInfo;
import dev.sluice.controllers.job.Reach;
import dev.sluice.controllers.job.StopReason;
import dev.sluice.controllers.job.WorkloadSteps;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps pods in queues and their Workloads in step: reads one pod, or all pods of one group, with what concerns them, has
/// [JobPlan] or [GroupPlan] decide, does that one step, and looks again.
public final class PodReconciler implements Reconciler {
    private static final int WORKERS = 16;
    private static final int STEPS_MAX = 16;
    private static final String GROUP_KEY = "group/";
    static final String BY_GROUP = "pod-group";
    private static final String BY_PRIORITY_CLASS = "pod-priority-class";
    private static final String BY_PREBUILT = "pod-prebuilt";
    static final String BY_POD = "owner-Pod";
    private static final String BY_STATEFUL_SET = "pod-of-statefulset";
    private static final Duration FOLLOW_WITHIN = Duration.ofSeconds(5);
    private static final String FINISHED = "FinishedWorkload";

    private final DeploymentGates deployments;
    private final PodViews views;
    private final PodWrites writes;
    private final WorkloadSteps steps;
    private final WorkloadWriter writer;
    private final ElasticPods.GateListener listener;
    private final Reach reach;
    private final Cache<Pod> pods;
    private final Cache<Workload> workloads;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    ///
    /// @param listener hears of pods that may start
    public PodReconciler(
            Cluster cluster,
            Configuration settings,
            WorkloadWriter writer,
            EventRecorder events,
            ElasticPods.GateListener listener) {
        this.deployments = new DeploymentGates(cluster, settings);
        this.views = new PodViews(cluster, settings, deployments);
        this.writes = new PodWrites(cluster);
        this.steps = new WorkloadSteps(cluster, settings, writer, events, PodViews.REPORTER);
        this.writer = writer;
        this.listener = listener;
        this.reach = new Reach(settings, cluster.cache(Namespace.class));
        this.pods = cluster.cache(Pod.class);
        this.workloads = cluster.cache(Workload.class);
        watch(cluster, settings);
    }

    /// What it knows of the pods, for those who ask.
    public QueuedPods queued() {
        return new QueuedPods(views, reach, pods, workloads);
    }

    /// A pod that nobody has marked as ours costs one look at its labels.
    private void watch(Cluster cluster, Configuration settings) {
        pods.index(BY_GROUP, pod -> ours(pod, PodFacts.group(pod)));
        pods.index(BY_PRIORITY_CLASS, pod -> ours(pod, JobWants.label(pod, Labels.PRIORITY_CLASS)));
        pods.index(
                BY_PREBUILT,
                pod ->
                        PodFacts.managed(pod)
                                ? ours(pod, views.wants(pod).prebuiltWorkload())
                                : List.of());
        pods.index(BY_STATEFUL_SET, PodReconciler::ofStatefulSet);
        workloads.index(BY_POD, PodReconciler::controllers);
        Loop loop = cluster.loop("job-Pod", settings.serving().workers("Pod", WORKERS), this);
        deployments.watch(loop);
        loop.on(pods, PodReconciler::keyOf)
                .on(workloads, this::jobsOf)
                .on(
                        cluster.cache(WorkloadPriorityClass.class),
                        change -> keys(pods.by(BY_PRIORITY_CLASS, "/" + change.key().name())))
                .on(reach.namespaces(), this::jobsIn);
    }

    /// A value for an index, with the namespace where it matters.
    private static List<String> ours(Pod pod, String value) {
        return value.isEmpty() || !PodFacts.managed(pod)
                ? List.of()
                : List.of(pod.getMetadata().getNamespace() + "/" + value, "/" + value);
    }

    private static List<String> ofStatefulSet(Pod pod) {
        return PodFacts.parent(pod).equals(Frameworks.STATEFUL_SET)
                ? PodFacts.controller(pod).stream().map(OwnerReference::getUid).toList()
                : List.of();
    }

    private static List<String> controllers(Workload workload) {
        return owners(workload)
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(owner -> Facts.namespace(workload) + "/" + owner.getName())
                .toList();
    }

    private static Stream<OwnerReference> owners(Workload workload) {
        return workload.getMetadata().getOwnerReferences().stream()
                .filter(
                        owner ->
                                owner.getKind().equals("Pod")
                                        && owner.getApiVersion().equals("v1"));
    }

    private static List<Key> keyOf(Change<Pod> change) {
        boolean managed =
                change.before() != null && PodFacts.managed(change.before())
                        || change.after() != null && PodFacts.managed(change.after());
        return managed ? List.of(key(change.latest())) : List.of();
    }

    private static Key key(Pod pod) {
        String group = PodFacts.group(pod);
        return group.isEmpty() ? Key.of(pod) : group(pod.getMetadata().getNamespace(), group);
    }

    private static Key group(String namespace, String name) {
        return new Key(GROUP_KEY + namespace, name);
    }

    private static Set<Key> keys(Collection<Pod> pods) {
        return pods.stream().map(PodReconciler::key).collect(Collectors.toSet());
    }

    private Set<Key> jobsOf(Change<Workload> change) {
        Workload workload = change.latest();
        String namespace = Facts.namespace(workload);
        String path = Facts.path(workload);
        Set<Key> keys = keys(pods.by(BY_PREBUILT, path));
        keys.addAll(keys(pods.by(BY_GROUP, path)));
        if (isGroup(workload)) {
            keys.add(group(namespace, Facts.name(workload)));
        }
        owners(workload)
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .forEach(owner -> keys.add(new Key(namespace, owner.getName())));
        return keys;
    }

    private static boolean isGroup(Workload workload) {
        return "true".equals(Facts.annotation(workload, Annotations.IS_GROUP_WORKLOAD));
    }

    private Set<Key> jobsIn(Change<Namespace> change) {
        boolean before = change.before() != null && reach.manages(change.before());
        boolean after = change.after() != null && reach.manages(change.after());
        return before == after
                ? Set.of()
                : keys(
                        pods.inNamespace(change.key().name()).stream()
                                .filter(PodFacts::managed)
                                .toList());
    }

    @Override
    public Outcome reconcile(Key key) {
        boolean group = key.namespace().startsWith(GROUP_KEY);
        for (int step = 0; step < STEPS_MAX; step++) {
            Outcome outcome =
                    group
                            ? group(
                                    new Key(
                                            key.namespace().substring(GROUP_KEY.length()),
                                            key.name()))
                            : pod(key);
            if (outcome != null) {
                return outcome;
            }
        }
        return Outcome.breath();
    }

    /// One step for a pod of its own; null when it is to be looked at again at once.
    private @Nullable Outcome pod(Key key) {
        Pod pod = pods.get(key).filter(PodFacts::managed).orElse(null);
        String uid = pod == null ? "" : pod.getMetadata().getUid();
        Collection<Workload> named = workloads.by(BY_POD, key.toString());
        named.stream().filter(workload -> !owns(uid, workload)).forEach(steps::finalizeWorkload);
        if (pod == null || !PodFacts.group(pod).isEmpty()) {
            return Outcome.done();
        }
        PodJob job = PodJob.of(pod);
        JobView view =
                views.ofPod(job, named.stream().filter(workload -> owns(uid, workload)).toList());
        if (PodFacts.deleting(pod)) {
            return retire(job, view);
        }
        if (!reach.covers(pod, view.wants())) {
            return Outcome.done();
        }
        if (deployments.unseen(pod, view.now())) {
            return Outcome.again(DeploymentGates.SEEN_WITHIN);
        }
        if (PodFacts.hasFinalizer(pod) && view.workloads().stream().anyMatch(Facts::finished)) {
            writes.release(pod);
            return null;
        }
        return take(JobPlan.next(view), job, view);
    }

    static boolean owns(String uid, Workload workload) {
        return owners(workload).anyMatch(owner -> owner.getUid().equals(uid));
    }

    /// A pod that goes does not come back: its Workload gives up what it holds and finishes (L2.17, L3.20).
    private @Nullable Outcome retire(PodJob job, JobView view) {
        for (Workload workload : view.workloads()) {
            JobStep release = JobPlan.released(view, workload).orElse(null);
            if (release != null) {
                return take(release, job, view);
            }
            steps.finalizeWorkload(workload);
        }
        writes.release(job.first());
        return Outcome.done();
    }

    /// One step for a group of pods; null when it is to be looked at again at once.
    private @Nullable Outcome group(Key key) {
        List<Pod> members = List.copyOf(pods.by(BY_GROUP, key.toString()));
        if (members.isEmpty()) {
            workloads
                    .get(key)
                    .filter(PodReconciler::isGroup)
                    .filter(workload -> owners(workload).findAny().isPresent())
                    .ifPresent(steps::finalizeWorkload);
            return Outcome.done();
        }
        GroupView view = views.ofGroup(PodJob.ofGroup(key.name(), members));
        if (!reach.covers(view.view().job(), view.view().wants())) {
            return Outcome.done();
        }
        PodJob job = view.group();
        PodGates.mixture(job).ifPresent(note -> tellOnce(job.first(), "PodGroupGatesDiffer", note));
        return switch (GroupPlan.next(view)) {
            case PodStep.OfJob(JobStep step) -> take(step, job, view.view());
            case PodStep.Finalize(List<Pod> gone) -> {
                gone.forEach(writes::release);
                yield null;
            }
            case PodStep.RemoveExcess(List<Pod> excess) -> {
                excess.forEach(this::removeExcess);
                yield Outcome.done();
            }
            case PodStep.Own _ when othersFollow(job) -> Outcome.again(FOLLOW_WITHIN);
            case PodStep.Own(Workload workload, List<Pod> owners) -> {
                Workload written =
                        writer.object(
                                Key.of(workload), newest -> GroupWorkload.owned(newest, owners));
                if (written != null) {
                    steps.tell(
                            written,
                            normal(
                                    "OwnerReferencesAdded",
                                    "Added " + owners.size() + " owner reference(s)"));
                }
                yield null;
            }
        };
    }

    /// Whether more pods of the same StatefulSet are about to become members: all own the Workload in one write. Nobody waits
    /// long.
    private boolean othersFollow(PodJob job) {
        String controller = PodFacts.controller(job.first()).map(OwnerReference::getUid).orElse("");
        Instant recently = views.now().minus(FOLLOW_WITHIN);
        Set<String> members =
                job.pods().stream()
                        .map(pod -> pod.getMetadata().getUid())
                        .collect(Collectors.toSet());
        return pods.by(BY_STATEFUL_SET, controller).stream()
                .filter(pod -> PodFacts.gated(pod) && !PodFacts.deleting(pod))
                .filter(pod -> !members.contains(pod.getMetadata().getUid()))
                .map(pod -> Instant.parse(pod.getMetadata().getCreationTimestamp()))
                .anyMatch(recently::isBefore);
    }

    private void removeExcess(Pod pod) {
        writes.release(pod);
        writes.delete(pod);
        tellOnce(pod, "ExcessPodDeleted", "Excess pod deleted");
    }

    private @Nullable Outcome take(JobStep next, PodJob job, JobView view) {
        return switch (next) {
            case JobStep.OfWorkload step -> {
                Outcome outcome = steps.take(step, job.first(), view.now());
                tellTheOthers(step, job);
                yield outcome;
            }
            case JobStep.NoteHold note -> {
                steps.explain(job.first(), job.first().getMetadata().getUid(), note.happening());
                yield Outcome.done();
            }
            case JobStep.StopJob stop -> stop(stop, job, view);
            case JobStep.StartJob start -> start(start, job, view);
            // Whoever has made them would make them again.
            case JobStep.DeleteJob _ when !job.parent().isEmpty() -> Outcome.done();
            case JobStep.DeleteJob delete -> {
                job.pods().forEach(writes::delete);
                steps.tell(job.first(), delete.happening());
                yield Outcome.done();
            }
        };
    }

    /// That its work is declared finished is of interest at each pod of a group.
    private void tellTheOthers(JobStep.OfWorkload step, PodJob job) {
        Happening happening = null;
        if (step instanceof JobStep.ChangeStatus change) {
            happening = change.happening();
        } else if (step instanceof JobStep.RemoveFinalizer remove) {
            happening = remove.happening();
        }
        if (happening != null && happening.reason().equals(FINISHED)) {
            for (Pod pod : job.pods().subList(1, job.pods().size())) {
                steps.tell(pod, happening);
            }
        }
    }

    private Outcome stop(JobStep.StopJob stop, PodJob job, JobView view) {
        for (Pod pod : job.toStop(stop.reason())) {
            writes.stop(pod, reason(stop.reason(), view.workloads()), stop.message());
            tellOnce(pod, "Stopped", stop.message());
        }
        // The watch tells of the deletions, and the pods are looked at again.
        return Outcome.done();
    }

    /// For an eviction it says which (L2.38).
    private static String reason(StopReason reason, List<Workload> workloads) {
        return reason.text()
                + workloads.stream()
                        .filter(_ -> reason == StopReason.WORKLOAD_EVICTED)
                        .filter(Facts::evicted)
                        .map(Facts::conditions)
                        .map(
                                conditions ->
                                        Conditions.reason(conditions, WorkloadConditions.EVICTED))
                        .findFirst()
                        .map(cause -> "DueTo" + cause)
                        .orElse("");
    }

    private @Nullable Outcome start(JobStep.StartJob start, PodJob job, JobView view) {
        for (Pod pod : job.toStart()) {
            // Of a group only pods are left whose role the Workload knows.
            PodSetInfo info =
                    start.infos().stream()
                            .filter(known -> known.name().equals(job.role(pod)))
                            .findFirst()
                            .orElse(start.infos().getFirst());
            Pod started = PodTemplate.started(pod, info);
            writes.update(started);
            steps.tell(pod, start.happening());
            ForeignGates.note(started.getSpec())
                    .ifPresent(note -> steps.tell(pod, normal("PodsStillGated", note)));
            view.workloads().stream()
                    .filter(Facts::admitted)
                    .findFirst()
                    .ifPresent(
                            workload ->
                                    listener.removed(
                                            SchedulingGates.ADMISSION, workload, view.now()));
        }
        return null;
    }

    private void tellOnce(Pod pod, String reason, String note) {
        steps.explain(pod, pod.getMetadata().getUid(), normal(reason, note));
    }

    private static Happening normal(String reason, String note) {
        return Happening.normal(PodViews.REPORTER, reason, note);
    }
}
