package dev.sluice.controllers.pod;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.BatchJobs;
import dev.sluice.controllers.job.Composer;
import dev.sluice.controllers.job.Injection;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Priorities;
import dev.sluice.controllers.job.Priority;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads all that a decision about pods depends on.
final class PodViews {
    static final String REPORTER = "pod-kueue-controller";

    private final Cluster cluster;
    private final Configuration settings;
    private final Composer composer;
    private final Priorities priorities;
    private final Cache<ResourceFlavor> flavors;
    private final Cache<LocalQueue> localQueues;
    private final Cache<Workload> workloads;
    private final Dispatched dispatched;
    private final DeploymentGates deployments;

    PodViews(Cluster cluster, Configuration settings, DeploymentGates deployments) {
        this.deployments = deployments;
        this.cluster = cluster;
        this.settings = settings;
        this.composer = new Composer(settings);
        this.priorities = new Priorities(cluster);
        this.flavors = cluster.cache(ResourceFlavor.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.workloads = cluster.cache(Workload.class);
        this.dispatched = new Dispatched(cluster, settings.gates());
    }

    /// What one of the pods, or the group, asks of the queues.
    JobWants wants(Pod pod) {
        return JobWants.of(pod, settings.gates());
    }

    /// @param owned the Workloads that the pod owns
    JobView ofPod(PodJob job, List<Workload> owned) {
        Pod pod = job.first();
        JobWants wants = deployments.held(pod, wants(pod));
        Workload prebuilt =
                wants.prebuiltWorkload().isEmpty()
                        ? null
                        : workloads
                                .get(pod.getMetadata().getNamespace(), wants.prebuiltWorkload())
                                .orElse(null);
        Workload workload = prebuilt != null ? prebuilt : owned.isEmpty() ? null : owned.getFirst();
        List<PodSet> podSets =
                List.of(PodTemplate.podSet(BatchJobs.POD_SET, 1, pod, topologyAware()));
        return view(
                job,
                pod,
                wants,
                podSets,
                job.pods(),
                workload,
                owned,
                prebuilt,
                known -> composer.workload("Pod", "", pod, wants, podSets, known, false));
    }

    GroupView ofGroup(PodJob group) {
        Pod face = group.face();
        JobWants wants = wants(face);
        Workload workload =
                workloads.get(face.getMetadata().getNamespace(), group.group()).orElse(null);
        Composition composition =
                workload != null
                        ? new Composition.Not("there is a Workload")
                        : Composition.of(
                                group, settings.integrations().labelKeysToCopy(), topologyAware());
        Members members = workload == null ? null : members(group, workload);
        List<PodSet> podSets = podSets(workload, composition);
        JobView view =
                view(
                        group,
                        face,
                        serving(group, wants, workload),
                        podSets,
                        members == null ? group.pods() : members.kept(),
                        workload,
                        workload == null ? List.of() : List.of(workload),
                        null,
                        known ->
                                GroupWorkload.of(
                                        group.group(),
                                        composer.workload(
                                                "Pod", "", face, wants, podSets, known, false),
                                        composition instanceof Composition.Whole whole
                                                ? whole.pods()
                                                : group.pods()));
        return new GroupView(group, workload, composition, members, view);
    }

    private static List<PodSet> podSets(@Nullable Workload workload, Composition composition) {
        if (workload != null) {
            return Facts.spec(workload).podSets();
        }
        return composition instanceof Composition.Whole whole ? whole.podSets() : List.of();
    }

    /// The queue of a group that serves is the one that its Workload has (L3.36); a parent has put everything there.
    private static JobWants serving(PodJob group, JobWants wants, @Nullable Workload workload) {
        if (workload == null || !group.serving()) {
            return wants;
        }
        return group.parent().isEmpty()
                ? wants.inQueue(Facts.queueName(workload))
                : wants.saidBy(workload);
    }

    private Members members(PodJob group, Workload workload) {
        return Members.of(group, workload, Facts.reserved(workload) && active(group, now()));
    }

    private JobView view(
            PodJob job,
            Pod face,
            JobWants wants,
            List<PodSet> podSets,
            Collection<Pod> kept,
            @Nullable Workload workload,
            List<Workload> owned,
            @Nullable Workload prebuilt,
            Function<Priority.Known, Workload> composed) {
        Instant now = now();
        return new JobView(
                face,
                REPORTER,
                job.suspended(workload),
                true,
                active(job, now),
                job.ending(),
                job.ready(kept),
                job.isGroup() || workload != null && dispatched.is(workload),
                podSets,
                settings.gates().isOn(FeatureGate.RECLAIMABLE_PODS) ? job.reclaimable() : List.of(),
                null,
                localQueues.get(face.getMetadata().getNamespace(), wants.queueName()).isPresent(),
                wants,
                owned,
                prebuilt,
                () -> priorities.of(wants.priorityClass(), null, podSets),
                composed,
                this::injection,
                settings,
                now);
    }

    private Injection injection(Workload workload) {
        return dispatched.is(workload)
                ? new Injection.Elsewhere()
                : Injection.of(
                        workload,
                        name -> flavors.get(Key.cluster(name)).orElse(null),
                        settings.gates());
    }

    private boolean active(PodJob job, Instant now) {
        return job.active(
                now, settings.gates().isOn(FeatureGate.POD_INTEGRATION_FAST_QUOTA_RELEASE));
    }

    private boolean topologyAware() {
        return settings.gates().isOn(FeatureGate.TOPOLOGY_AWARE_SCHEDULING);
    }

    Instant now() {
        return cluster.clock().instant();
    }
}
