package dev.sluice.controllers.serving;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.Composer;
import dev.sluice.controllers.job.Injection;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Priorities;
import dev.sluice.controllers.job.WorkloadName;
import dev.sluice.controllers.pod.PodFacts;
import dev.sluice.controllers.pod.PodJob;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads all that a decision about a StatefulSet depends on.
final class StatefulSetViews {
    static final String KIND = "StatefulSet";
    static final String GROUP = "apps";
    static final String REPORTER = Frameworks.STATEFUL_SET + "-kueue-controller";

    private final Cluster cluster;
    private final Configuration settings;
    private final Composer composer;
    private final Priorities priorities;
    private final Cache<ResourceFlavor> flavors;
    private final Cache<LocalQueue> localQueues;
    private final Cache<Workload> workloads;

    StatefulSetViews(Cluster cluster, Configuration settings) {
        this.cluster = cluster;
        this.settings = settings;
        this.composer = new Composer(settings);
        this.priorities = new Priorities(cluster);
        this.flavors = cluster.cache(ResourceFlavor.class);
        this.localQueues = cluster.cache(LocalQueue.class);
        this.workloads = cluster.cache(Workload.class);
    }

    /// What it asks of the queues; it has no slices.
    JobWants wants(StatefulSet set) {
        return JobWants.of(
                set,
                on(FeatureGate.WORKLOAD_IDENTIFIER_ANNOTATIONS),
                on(FeatureGate.SCHEDULING_GATED_BY),
                false);
    }

    private boolean on(FeatureGate gate) {
        return settings.gates().isOn(gate);
    }

    /// @param pods all that it controls
    StatefulSetView of(StatefulSet set, List<Pod> pods) {
        String name =
                WorkloadName.of(
                        KIND,
                        GROUP,
                        set.getMetadata().getName(),
                        SetFacts.nameUid(set),
                        on(FeatureGate.SHORT_WORKLOAD_NAMES));
        Workload workload = workloads.get(set.getMetadata().getNamespace(), name).orElse(null);
        List<Pod> members = pods.stream().filter(PodFacts::managed).toList();
        PodJob group = members.isEmpty() ? null : PodJob.ofGroup(name, members);
        JobWants wants = wants(set);
        return new StatefulSetView(
                set,
                pods,
                group,
                PodMarks.of(
                        wants,
                        name,
                        SetFacts.replicas(set),
                        on(FeatureGate.WORKLOAD_IDENTIFIER_ANNOTATIONS)),
                workload,
                view(set, wants, workload, group));
    }

    private JobView view(
            StatefulSet set, JobWants wants, @Nullable Workload workload, @Nullable PodJob group) {
        List<PodSet> podSets =
                List.of(StatefulSetWorkload.podSet(set, on(FeatureGate.TOPOLOGY_AWARE_SCHEDULING)));
        Instant now = cluster.clock().instant();
        return new JobView(
                set,
                REPORTER,
                true,
                true,
                group != null
                        && group.active(now, on(FeatureGate.POD_INTEGRATION_FAST_QUOTA_RELEASE)),
                null,
                false,
                true,
                podSets,
                List.of(),
                null,
                localQueues.get(set.getMetadata().getNamespace(), wants.queueName()).isPresent(),
                wants,
                workload == null ? List.of() : List.of(workload),
                null,
                () -> priorities.of(wants.priorityClass(), null, podSets),
                known ->
                        StatefulSetWorkload.of(
                                set,
                                composer.workload(KIND, GROUP, set, wants, podSets, known, false)),
                known ->
                        Injection.of(
                                known,
                                flavor -> flavors.get(Key.cluster(flavor)).orElse(null),
                                settings.gates()),
                settings,
                now);
    }
}
