package dev.sluice.controllers.multicluster;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is created on workers: copies of Workloads and of their jobs (L5.16, L5.17).
final class RemoteCopies {
    private RemoteCopies() {}

    /// A copy of the Workload for a worker.
    ///
    /// @param origin who the manager is
    /// @param gated whether its right to preempt is orchestrated (L5.51); then only our own gate holds it
    /// @param constraints by which means it must not be admitted there
    static Workload of(
            Workload local,
            String origin,
            boolean gated,
            @Nullable AdmissionConstraints constraints) {
        Workload copy = new Workload();
        ObjectMeta metadata = metadata(local, origin);
        metadata.getLabels().remove(Labels.JOB_UID);
        copy.setMetadata(metadata);
        WorkloadSpec spec = Facts.spec(local).withAdmissionConstraints(constraints);
        copy.setSpec(
                gated
                        ? spec.withPreemptionGates(
                                List.of(new PreemptionGate(PreemptionGates.MULTIKUEUE)))
                        : spec);
        copy.setStatus(null);
        return copy;
    }

    /// A copy of a job for a worker, where it finds its Workload by name.
    static <J extends HasMetadata> J of(RemoteKind<J> kind, J job, String workload, String origin) {
        J copy = kind.forWorker(job);
        ObjectMeta metadata = metadata(job, origin);
        metadata.getAnnotations().put(Annotations.PREBUILT_WORKLOAD_NAME, workload);
        copy.setMetadata(metadata);
        return copy;
    }

    private static ObjectMeta metadata(HasMetadata object, String origin) {
        ObjectMeta known = object.getMetadata();
        Map<String, String> labels = new HashMap<>(orEmpty(known.getLabels()));
        labels.put(Labels.MULTIKUEUE_ORIGIN, origin);
        return new ObjectMetaBuilder()
                .withNamespace(known.getNamespace())
                .withName(known.getName())
                .withLabels(labels)
                .withAnnotations(new HashMap<>(orEmpty(known.getAnnotations())))
                .build();
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    /// The Workload that an object on a worker belongs to.
    static Optional<String> workloadOf(HasMetadata job) {
        return Optional.ofNullable(
                        orEmpty(job.getMetadata().getAnnotations())
                                .get(Annotations.PREBUILT_WORKLOAD_NAME))
                .or(
                        () ->
                                Optional.ofNullable(
                                        orEmpty(job.getMetadata().getLabels())
                                                .get(Labels.PREBUILT_WORKLOAD_NAME)));
    }

    /// The spec that a copy should have; null when it cannot be brought there and has to be made anew (L5.30). A copy keeps its
    /// own gates.
    ///
    /// @param constraints as for a new copy
    static @Nullable WorkloadSpec brought(
            Workload local, Workload copy, @Nullable AdmissionConstraints constraints) {
        WorkloadSpec there = Facts.spec(copy);
        WorkloadSpec here = Facts.spec(local);
        // One that is deactivated here is about to be evicted, and all its copies go with that.
        WorkloadSpec wanted =
                here.withPreemptionGates(there.preemptionGates())
                        .withAdmissionConstraints(constraints)
                        .withActive(Facts.active(local) ? here.active() : there.active());
        boolean onlyPriority =
                wanted.withPriority(there.priority())
                        .withPriorityClassRef(there.priorityClassRef())
                        .equals(there);
        return onlyPriority ? wanted : null;
    }
}
