package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Finalizers;
import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.controllers.job.JobWants;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// What a pod says about itself, as far as queues are concerned (L3.11, L3.16).
public final class PodFacts {
    public static final Comparator<Pod> OLDEST_FIRST =
            Comparator.comparing((Pod pod) -> pod.getMetadata().getCreationTimestamp())
                    .thenComparing(PodFacts::name);

    private PodFacts() {}

    /// The framework of the parent that queues it; empty when it has none (L3.12).
    public static String parent(Pod pod) {
        return JobWants.annotation(pod, Annotations.POD_SUSPENDING_PARENT);
    }

    /// What controls it; empty when nothing does.
    public static Optional<OwnerReference> controller(Pod pod) {
        return pod.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .findFirst();
    }

    /// Whether it is ours: the webhook has said so (L3.12).
    public static boolean managed(Pod pod) {
        return JobWants.label(pod, Labels.MANAGED).equals("true");
    }

    /// The group that it belongs to; empty for a pod of its own.
    static String group(Pod pod) {
        String label = JobWants.label(pod, Labels.POD_GROUP_NAME);
        return label.isEmpty() ? JobWants.annotation(pod, Annotations.POD_GROUP_NAME) : label;
    }

    public static String name(Pod pod) {
        return pod.getMetadata().getName();
    }

    public static boolean gated(Pod pod) {
        return pod.getSpec().getSchedulingGates().stream()
                .anyMatch(gate -> gate.getName().equals(SchedulingGates.ADMISSION));
    }

    public static boolean deleting(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    static boolean in(Pod pod, String phase) {
        return pod.getStatus() != null && phase.equals(pod.getStatus().getPhase());
    }

    static boolean succeeded(Pod pod) {
        return in(pod, "Succeeded");
    }

    static boolean failed(Pod pod) {
        return in(pod, "Failed");
    }

    public static boolean over(Pod pod) {
        return succeeded(pod) || failed(pod);
    }

    static boolean bound(Pod pod) {
        String node = pod.getSpec().getNodeName();
        return node != null && !node.isEmpty();
    }

    static boolean ready(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(
                                condition ->
                                        condition.getType().equals("Ready")
                                                && condition.getStatus().equals("True"));
    }

    static boolean hasFinalizer(Pod pod) {
        return pod.getMetadata().getFinalizers().contains(Finalizers.MANAGED);
    }

    /// When it ran last, as far as anybody knows.
    static Instant activeUntil(Pod pod) {
        Stream<ContainerStatus> containers =
                pod.getStatus() == null
                        ? Stream.empty()
                        : pod.getStatus().getContainerStatuses().stream();
        return containers
                .map(status -> status.getState() == null ? null : status.getState().getTerminated())
                .flatMap(
                        terminated ->
                                terminated == null
                                        ? Stream.empty()
                                        : Stream.ofNullable(terminated.getFinishedAt()))
                .map(Instant::parse)
                .max(Comparator.naturalOrder())
                .or(() -> deletion(pod))
                .orElseGet(() -> Instant.parse(pod.getMetadata().getCreationTimestamp()));
    }

    /// When it has to be gone; its grace period is part of that.
    static Optional<Instant> deletion(Pod pod) {
        return Optional.ofNullable(pod.getMetadata().getDeletionTimestamp()).map(Instant::parse);
    }
}
