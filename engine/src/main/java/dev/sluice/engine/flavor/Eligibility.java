package dev.sluice.engine.flavor;

import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.spec.FlavorSpec;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.model.LabelRequirement;
import dev.sluice.model.NodeSelection;
import dev.sluice.model.NodeSelectorTerm;
import dev.sluice.model.Taint;
import dev.sluice.model.Toleration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Whether the pods of a pod set could run on the nodes of a flavor at all (R5.7, R5.8).
public final class Eligibility {

    private Eligibility() {}

    /// What excludes the flavor for the pod set, or null.
    static @Nullable FlavorReason obstacle(PodSetSpec podSet, FlavorSpec flavor) {
        boolean wantsTopology = podSet.topology() != null;
        boolean hasTopology = flavor.topologyName() != null;
        if (wantsTopology && !hasTopology) {
            return new FlavorReason.TopologyMismatch(flavor.name(), true);
        }
        for (Taint taint : flavor.nodeTaints()) {
            if (taint.isHard()
                    && !tolerates(podSet.tolerations(), taint)
                    && !tolerates(flavor.tolerations(), taint)) {
                return new FlavorReason.Untolerated(flavor.name(), taint);
            }
        }
        return matchesLabels(podSet.selection(), flavor.nodeLabels())
                ? null
                : new FlavorReason.AffinityMismatch(flavor.name());
    }

    private static boolean tolerates(List<Toleration> tolerations, Taint taint) {
        for (Toleration toleration : tolerations) {
            if (toleration.tolerates(taint)) {
                return true;
            }
        }
        return false;
    }

    /// R5.8: only keys that the flavor's labels have count.
    static boolean matchesLabels(NodeSelection selection, Map<String, String> labels) {
        if (labels.isEmpty()) {
            return true;
        }
        for (Map.Entry<String, String> wanted : selection.nodeSelector().entrySet()) {
            String label = labels.get(wanted.getKey());
            if (label != null && !label.equals(wanted.getValue())) {
                return false;
            }
        }
        if (selection.terms().isEmpty()) {
            return true;
        }
        boolean anyMatches = false;
        for (NodeSelectorTerm term : selection.terms()) {
            boolean anyLeft = false;
            boolean allMatch = true;
            for (LabelRequirement requirement : term.matchExpressions()) {
                if (labels.containsKey(requirement.key())) {
                    anyLeft = true;
                    allMatch &= requirement.matches(labels);
                }
            }
            if (!anyLeft) {
                return true;
            }
            anyMatches |= allMatch;
        }
        return anyMatches;
    }

    /// A malformed affinity expression that concerns the flavor's labels, or null.
    static @Nullable String fault(NodeSelection selection, Map<String, String> labels) {
        for (NodeSelectorTerm term : selection.terms()) {
            for (LabelRequirement requirement : term.matchExpressions()) {
                if (labels.containsKey(requirement.key())) {
                    String fault = requirement.fault();
                    if (fault != null) {
                        return fault;
                    }
                }
            }
        }
        return null;
    }
}
