package dev.sluice.controllers.job;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// Lets as many pods of an elastic job start as its admitted slice has quota for (L2.46). It works on one chain of slices
/// at a time, under the name of the first one.
public final class ElasticPods implements Reconciler {
    private static final String BY_CHAIN = "slice-chain";
    private static final Set<String> OVER = Set.of("Succeeded", "Failed");
    private static final Comparator<Pod> OLDEST_FIRST =
            Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp())
                    .thenComparing(pod -> pod.getMetadata().getName());

    private final Cluster cluster;
    private final Cache<Pod> pods;
    private final Cache<Workload> workloads;
    private final GateListener listener;

    /// Hears of pods that may start.
    @FunctionalInterface
    public interface GateListener {
        /// @param gate the name of the gate that was removed
        /// @param slice the admitted workload that the pod belongs to
        void removed(String gate, Workload slice, Instant at);
    }

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public ElasticPods(Cluster cluster, GateListener listener) {
        this.cluster = cluster;
        this.listener = listener;
        this.pods = cluster.cache(Pod.class);
        this.workloads = cluster.cache(Workload.class);
        pods.index(BY_CHAIN, ElasticPods::chains);
        workloads.index(BY_CHAIN, ElasticPods::chains);
        cluster.loop("elastic-pods", 2, this)
                .on(pods, ElasticPods::chain)
                .on(workloads, ElasticPods::chain);
    }

    private static List<String> chains(HasMetadata object) {
        String name = JobWants.annotation(object, Annotations.WORKLOAD_SLICE_NAME);
        return name.isEmpty()
                ? List.of()
                : List.of(object.getMetadata().getNamespace() + "/" + name);
    }

    private static List<Key> chain(Change<? extends HasMetadata> change) {
        HasMetadata object = change.latest();
        String name = JobWants.annotation(object, Annotations.WORKLOAD_SLICE_NAME);
        return name.isEmpty()
                ? List.of()
                : List.of(new Key(object.getMetadata().getNamespace(), name));
    }

    @Override
    public Outcome reconcile(Key key) {
        for (Workload slice : workloads.by(BY_CHAIN, key.toString())) {
            if (Facts.admitted(slice) && !Facts.finished(slice) && !Facts.evicted(slice)) {
                release(slice, key);
            }
        }
        return Outcome.done();
    }

    private void release(Workload slice, Key key) {
        var admission = Facts.status(slice).admission();
        if (admission == null) {
            return;
        }
        for (PodSetAssignment assignment : admission.podSetAssignments()) {
            String podSet = assignment.name() == null ? BatchJobs.POD_SET : assignment.name();
            List<Pod> alive =
                    pods.by(BY_CHAIN, key.toString()).stream()
                            .filter(pod -> JobWants.label(pod, Labels.PODSET).equals(podSet))
                            .filter(pod -> !over(pod))
                            .sorted(OLDEST_FIRST)
                            .toList();
            long released = alive.stream().filter(pod -> !gated(pod)).count();
            long room = (assignment.count() == null ? 0 : assignment.count()) - released;
            alive.stream()
                    .filter(ElasticPods::gated)
                    .filter(pod -> pod.getMetadata().getDeletionTimestamp() == null)
                    .limit(Math.max(0, room))
                    .forEach(pod -> release(pod, slice));
        }
    }

    private void release(Pod pod, Workload slice) {
        cluster.update(released(pod));
        listener.removed(SchedulingGates.ELASTIC_JOB, slice, cluster.clock().instant());
    }

    private static Pod released(Pod pod) {
        List<PodSchedulingGate> left =
                pod.getSpec().getSchedulingGates().stream()
                        .filter(gate -> !gate.getName().equals(SchedulingGates.ELASTIC_JOB))
                        .toList();
        return new PodBuilder(pod).editSpec().withSchedulingGates(left).endSpec().build();
    }

    private static boolean gated(Pod pod) {
        return pod.getSpec().getSchedulingGates().stream()
                .anyMatch(gate -> gate.getName().equals(SchedulingGates.ELASTIC_JOB));
    }

    private static boolean over(Pod pod) {
        return pod.getStatus() != null && OVER.contains(pod.getStatus().getPhase());
    }
}
