package dev.sluice.localcluster.replica;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A pod of a DaemonSet: meant for one node, by affinity to its name, and not driven away by the usual taints.
final class DaemonPod {
    private static final String NODE_NAME = "metadata.name";

    /// Taints that say that a node is in trouble or cordoned; daemons run there all the same.
    private static final Map<String, String> EFFECT_BY_TOLERATED_TAINT =
            Map.of(
                    "node.kubernetes.io/not-ready", "NoExecute",
                    "node.kubernetes.io/unreachable", "NoExecute",
                    "node.kubernetes.io/disk-pressure", "NoSchedule",
                    "node.kubernetes.io/memory-pressure", "NoSchedule",
                    "node.kubernetes.io/pid-pressure", "NoSchedule",
                    "node.kubernetes.io/unschedulable", "NoSchedule");

    private DaemonPod() {}

    /// Whether a node should have a pod of the set.
    static boolean fits(DaemonSet set, Node node) {
        PodSpec spec = set.getSpec().getTemplate().getSpec();
        String name = node.getMetadata().getName();
        NodeSelector required = required(spec.getAffinity());
        NodeSelection selection =
                new NodeSelection(
                        Objects.requireNonNullElse(spec.getNodeSelector(), Map.of()),
                        required != null,
                        required == null
                                ? List.of()
                                : required.getNodeSelectorTerms().stream()
                                        .map(DaemonPod::term)
                                        .toList());
        boolean elsewhere = spec.getNodeName() != null && !spec.getNodeName().equals(name);
        return !elsewhere
                && selection.matches(
                        name, Objects.requireNonNullElse(node.getMetadata().getLabels(), Map.of()))
                && toleratesAll(spec, node);
    }

    private static boolean toleratesAll(PodSpec spec, Node node) {
        List<io.fabric8.kubernetes.api.model.Taint> taints =
                node.getSpec() == null || node.getSpec().getTaints() == null
                        ? List.of()
                        : node.getSpec().getTaints();
        for (var given : taints) {
            Taint taint =
                    new Taint(
                            given.getKey(),
                            Objects.requireNonNullElse(given.getValue(), ""),
                            Taint.Effect.of(given.getEffect()));
            boolean tolerated =
                    !taint.isHard()
                            || taint.effect()
                                    .text()
                                    .equals(EFFECT_BY_TOLERATED_TAINT.get(taint.key()));
            for (var toleration :
                    Objects.requireNonNullElse(
                            spec.getTolerations(),
                            List.<io.fabric8.kubernetes.api.model.Toleration>of())) {
                tolerated |= toleration(toleration).tolerates(taint);
            }
            if (!tolerated) {
                return false;
            }
        }
        return true;
    }

    private static Toleration toleration(io.fabric8.kubernetes.api.model.Toleration given) {
        String effect = given.getEffect();
        return new Toleration(
                Objects.requireNonNullElse(given.getKey(), ""),
                switch (Objects.requireNonNullElse(given.getOperator(), "Equal")) {
                    case "Exists" -> Toleration.Operator.EXISTS;
                    case "Lt" -> Toleration.Operator.LT;
                    case "Gt" -> Toleration.Operator.GT;
                    default -> Toleration.Operator.EQUAL;
                },
                Objects.requireNonNullElse(given.getValue(), ""),
                effect == null || effect.isEmpty() ? null : Taint.Effect.of(effect),
                given.getTolerationSeconds());
    }

    private static @Nullable NodeSelector required(@Nullable Affinity affinity) {
        return affinity == null || affinity.getNodeAffinity() == null
                ? null
                : affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution();
    }

    private static dev.sluice.model.NodeSelectorTerm term(NodeSelectorTerm term) {
        return new dev.sluice.model.NodeSelectorTerm(
                requirements(term.getMatchExpressions()), requirements(term.getMatchFields()));
    }

    private static List<LabelRequirement> requirements(
            @Nullable List<NodeSelectorRequirement> requirements) {
        List<LabelRequirement> all = new ArrayList<>();
        for (NodeSelectorRequirement requirement :
                Objects.requireNonNullElse(requirements, List.<NodeSelectorRequirement>of())) {
            all.add(
                    new LabelRequirement(
                            requirement.getKey(),
                            Objects.requireNonNull(
                                    LabelRequirement.Operator.of(requirement.getOperator())),
                            Objects.requireNonNullElse(requirement.getValues(), List.of())));
        }
        return all;
    }

    static Pod of(DaemonSet set, Node node, String revision) {
        Pod pod =
                PodFromTemplate.of(set, set.getSpec().getTemplate())
                        .editMetadata()
                        .withGenerateName(PodFromTemplate.generateName(set))
                        .addToLabels(NumberedPod.REVISION, revision)
                        .addToLabels(
                                "pod-template-generation",
                                Long.toString(set.getMetadata().getGeneration()))
                        .endMetadata()
                        .editSpec()
                        .editOrNewAffinity()
                        .editOrNewNodeAffinity()
                        .withRequiredDuringSchedulingIgnoredDuringExecution(
                                onlyOn(
                                        node.getMetadata().getName(),
                                        required(
                                                set.getSpec()
                                                        .getTemplate()
                                                        .getSpec()
                                                        .getAffinity())))
                        .endNodeAffinity()
                        .endAffinity()
                        .endSpec()
                        .build();
        List<io.fabric8.kubernetes.api.model.Toleration> tolerations =
                new ArrayList<>(
                        Objects.requireNonNullElse(pod.getSpec().getTolerations(), List.of()));
        EFFECT_BY_TOLERATED_TAINT.forEach(
                (key, effect) ->
                        tolerations.add(
                                new TolerationBuilder()
                                        .withKey(key)
                                        .withOperator("Exists")
                                        .withEffect(effect)
                                        .build()));
        pod.getSpec().setTolerations(tolerations);
        return pod;
    }

    /// The terms of the template, each with the node's name besides.
    private static NodeSelector onlyOn(String node, @Nullable NodeSelector given) {
        NodeSelectorRequirement name =
                new NodeSelectorRequirementBuilder()
                        .withKey(NODE_NAME)
                        .withOperator("In")
                        .withValues(node)
                        .build();
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (NodeSelectorTerm term :
                given == null ? List.of(new NodeSelectorTerm()) : given.getNodeSelectorTerms()) {
            terms.add(new NodeSelectorTermBuilder(term).addToMatchFields(name).build());
        }
        return new NodeSelectorBuilder().withNodeSelectorTerms(terms).build();
    }

    /// The node that a pod is on or meant for; empty when it says nothing.
    static String node(Pod pod) {
        if (pod.getSpec().getNodeName() != null) {
            return pod.getSpec().getNodeName();
        }
        NodeSelector required = required(pod.getSpec().getAffinity());
        for (NodeSelectorTerm term :
                required == null ? List.<NodeSelectorTerm>of() : required.getNodeSelectorTerms()) {
            for (NodeSelectorRequirement field : term.getMatchFields()) {
                if (NODE_NAME.equals(field.getKey()) && field.getValues().size() == 1) {
                    return field.getValues().getFirst();
                }
            }
        }
        return "";
    }
}
