package dev.sluice.controllers.scheduling;

import dev.sluice.api.pod.PodSpecs;
import dev.sluice.model.LabelRequirement;
import dev.sluice.podscheduler.cluster.DisruptionBudget;
import dev.sluice.podscheduler.cluster.HostPort;
import dev.sluice.podscheduler.cluster.Node;
import dev.sluice.podscheduler.cluster.NodeImage;
import dev.sluice.podscheduler.cluster.NodePreference;
import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodDemand;
import dev.sluice.podscheduler.cluster.PodImages;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.cluster.PodShape;
import dev.sluice.podscheduler.cluster.Resources;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeAffinity;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Pods and nodes in the words of the scheduler.
public final class SchedulerWords {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private SchedulerWords() {}

    /// @throws IllegalArgumentException when something in it means nothing, which the API lets through seldom
    public static Pod pod(io.fabric8.kubernetes.api.model.Pod pod) {
        var metadata = pod.getMetadata();
        PodSpec spec = pod.getSpec();
        PodStatus status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
        return new Pod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                Objects.requireNonNullElse(spec.getSchedulerName(), DEFAULT_SCHEDULER),
                Objects.requireNonNullElse(spec.getPriority(), 0),
                Objects.requireNonNullElse(metadata.getLabels(), Map.of()),
                gates(spec),
                shape(pod, status),
                RelationWords.of(pod),
                filled(spec.getNodeName()),
                filled(status.getNominatedNodeName()),
                status.getStartTime() == null ? null : Instant.parse(status.getStartTime()),
                metadata.getDeletionTimestamp() != null,
                isFinished(status),
                metadata.getDeletionTimestamp() != null && wasPreempted(status),
                !"Never".equals(spec.getPreemptionPolicy()));
    }

    private static PodShape shape(io.fabric8.kubernetes.api.model.Pod pod, PodStatus status) {
        PodSpec spec = pod.getSpec();
        return new PodShape(
                PodDemand.of(Resizing.resources(spec, status)),
                PodSpecs.selection(spec),
                preferences(spec),
                PodSpecs.tolerations(spec.getTolerations()),
                ports(spec),
                images(spec));
    }

    /// The ports of containers that run as long as the pod does.
    private static List<HostPort> ports(PodSpec spec) {
        return Stream.concat(
                        spec.getInitContainers().stream()
                                .filter(c -> "Always".equals(c.getRestartPolicy())),
                        spec.getContainers().stream())
                .flatMap(container -> container.getPorts().stream())
                .filter(port -> port.getHostPort() != null && port.getHostPort() > 0)
                .map(
                        port ->
                                new HostPort(
                                        Objects.requireNonNullElse(port.getHostIP(), ""),
                                        Objects.requireNonNullElse(port.getProtocol(), ""),
                                        port.getHostPort()))
                .toList();
    }

    private static PodImages images(PodSpec spec) {
        List<String> ofContainers =
                Stream.concat(spec.getInitContainers().stream(), spec.getContainers().stream())
                        .map(container -> Objects.requireNonNullElse(container.getImage(), ""))
                        .toList();
        List<String> names = new ArrayList<>(ofContainers);
        for (Volume volume : spec.getVolumes()) {
            if (volume.getImage() != null && volume.getImage().getReference() != null) {
                names.add(volume.getImage().getReference());
            }
        }
        return new PodImages(names, ofContainers.size());
    }

    private static boolean isFinished(PodStatus status) {
        return "Succeeded".equals(status.getPhase()) || "Failed".equals(status.getPhase());
    }

    private static boolean wasPreempted(PodStatus status) {
        return status.getConditions() != null
                && status.getConditions().stream()
                        .anyMatch(
                                condition ->
                                        "DisruptionTarget".equals(condition.getType())
                                                && "True".equals(condition.getStatus())
                                                && "PreemptionByScheduler"
                                                        .equals(condition.getReason()));
    }

    /// A selector that is not there matches nothing.
    public static DisruptionBudget budget(PodDisruptionBudget budget) {
        var status = budget.getStatus();
        return new DisruptionBudget(
                budget.getMetadata().getNamespace(),
                budget.getMetadata().getName(),
                selector(budget.getSpec() == null ? null : budget.getSpec().getSelector()),
                status == null || status.getDisruptionsAllowed() == null
                        ? 0
                        : status.getDisruptionsAllowed(),
                status == null || status.getDisruptedPods() == null
                        ? Set.of()
                        : status.getDisruptedPods().keySet());
    }

    /// @throws IllegalArgumentException when an operator is none
    static dev.sluice.model.LabelSelector selector(@Nullable LabelSelector selector) {
        if (selector == null) {
            return dev.sluice.model.LabelSelector.NOTHING;
        }
        return new dev.sluice.model.LabelSelector(
                Objects.requireNonNullElse(selector.getMatchLabels(), Map.of()),
                selector.getMatchExpressions().stream().map(SchedulerWords::requirement).toList());
    }

    private static LabelRequirement requirement(LabelSelectorRequirement requirement) {
        LabelRequirement.Operator operator =
                LabelRequirement.Operator.of(requirement.getOperator());
        if (operator == null) {
            throw new IllegalArgumentException(
                    "the operator of a label selector for "
                            + requirement.getKey()
                            + " is "
                            + requirement.getOperator()
                            + ", expected In, NotIn, Exists or DoesNotExist");
        }
        return new LabelRequirement(requirement.getKey(), operator, requirement.getValues());
    }

    /// What is left of a pod that cannot be understood: who it is and whose business it is.
    static Pod nameOf(io.fabric8.kubernetes.api.model.Pod pod) {
        var metadata = pod.getMetadata();
        return new Pod(
                metadata.getNamespace(),
                metadata.getName(),
                metadata.getUid(),
                Objects.requireNonNullElse(pod.getSpec().getSchedulerName(), DEFAULT_SCHEDULER),
                0,
                Map.of(),
                gates(pod.getSpec()),
                PodShape.NONE,
                PodRelations.NONE,
                filled(pod.getSpec().getNodeName()),
                null,
                null,
                metadata.getDeletionTimestamp() != null,
                false,
                false,
                false);
    }

    private static List<String> gates(PodSpec spec) {
        List<PodSchedulingGate> gates = spec.getSchedulingGates();
        return gates == null ? List.of() : gates.stream().map(PodSchedulingGate::getName).toList();
    }

    private static List<NodePreference> preferences(PodSpec spec) {
        NodeAffinity affinity =
                spec.getAffinity() == null ? null : spec.getAffinity().getNodeAffinity();
        if (affinity == null) {
            return List.of();
        }
        return affinity.getPreferredDuringSchedulingIgnoredDuringExecution().stream()
                .map(
                        term ->
                                new NodePreference(
                                        Objects.requireNonNullElse(term.getWeight(), 0),
                                        PodSpecs.term(term.getPreference())))
                .toList();
    }

    public static Node node(io.fabric8.kubernetes.api.model.Node node) {
        var metadata = node.getMetadata();
        Map<String, Quantity> allocatable =
                node.getStatus() == null || node.getStatus().getAllocatable() == null
                        ? Map.of()
                        : node.getStatus().getAllocatable();
        var amounts = PodSpecs.quantities(allocatable);
        long pods = amounts.containsKey(Resources.PODS) ? amounts.get(Resources.PODS).units() : 0;
        var spec = node.getSpec();
        return new Node(
                metadata.getName(),
                Objects.requireNonNullElse(metadata.getLabels(), Map.of()),
                PodSpecs.taints(spec == null ? List.of() : spec.getTaints()),
                spec != null && Boolean.TRUE.equals(spec.getUnschedulable()),
                Resources.of(amounts),
                (int) Math.min(pods, Integer.MAX_VALUE),
                images(node.getStatus()));
    }

    private static List<NodeImage> images(@Nullable NodeStatus status) {
        if (status == null || status.getImages() == null) {
            return List.of();
        }
        return status.getImages().stream()
                .map(
                        image ->
                                new NodeImage(
                                        image.getNames(),
                                        Objects.requireNonNullElse(image.getSizeBytes(), 0L)))
                .toList();
    }

    private static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
