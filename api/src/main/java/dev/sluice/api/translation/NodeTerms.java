package dev.sluice.api.translation;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// What pods and nodes say about each other: node selector terms, taints, tolerations. The API has validated what is
/// translated here; a word that it would refuse is an [IllegalArgumentException] that names it.
public final class NodeTerms {
    private NodeTerms() {}

    public static NodeSelectorTerm selectorTerm(
            io.fabric8.kubernetes.api.model.NodeSelectorTerm term) {
        return new NodeSelectorTerm(
                requirements(term.getMatchExpressions()), requirements(term.getMatchFields()));
    }

    private static List<LabelRequirement> requirements(
            @Nullable List<NodeSelectorRequirement> list) {
        if (list == null) {
            return List.of();
        }
        return list.stream()
                .map(
                        requirement ->
                                new LabelRequirement(
                                        requirement.getKey(),
                                        operator(requirement.getOperator()),
                                        requirement.getValues()))
                .toList();
    }

    private static LabelRequirement.Operator operator(String text) {
        LabelRequirement.Operator operator = LabelRequirement.Operator.of(text);
        if (operator == null) {
            throw new IllegalArgumentException(
                    "operator \""
                            + text
                            + "\": expected In, NotIn, Exists, DoesNotExist, Gt or Lt");
        }
        return operator;
    }

    public static List<Taint> taints(@Nullable List<io.fabric8.kubernetes.api.model.Taint> list) {
        if (list == null) {
            return List.of();
        }
        return list.stream()
                .map(
                        taint ->
                                new Taint(
                                        taint.getKey(),
                                        text(taint.getValue()),
                                        Taint.Effect.of(taint.getEffect())))
                .toList();
    }

    public static List<Toleration> tolerations(
            @Nullable List<io.fabric8.kubernetes.api.model.Toleration> list) {
        if (list == null) {
            return List.of();
        }
        return list.stream().map(NodeTerms::toleration).toList();
    }

    private static Toleration toleration(io.fabric8.kubernetes.api.model.Toleration toleration) {
        String operator = text(toleration.getOperator());
        String effect = text(toleration.getEffect());
        return new Toleration(
                text(toleration.getKey()),
                operator.isEmpty()
                        ? Toleration.Operator.EQUAL
                        : Toleration.Operator.valueOf(operator.toUpperCase(Locale.ROOT)),
                text(toleration.getValue()),
                effect.isEmpty() ? null : Taint.Effect.of(effect),
                toleration.getTolerationSeconds());
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
