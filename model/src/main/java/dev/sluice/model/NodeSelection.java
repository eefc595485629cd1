package dev.sluice.model;

import java.util.List;
import java.util.Map;

/// What a pod demands of its node: node selector labels and required node affinity. Preferences are not part of it.
///
/// @param nodeSelector labels that the node must have
/// @param hasAffinity whether required node affinity is given at all; given without terms it matches no node
/// @param terms alternatives of the required node affinity
public record NodeSelection(
        Map<String, String> nodeSelector, boolean hasAffinity, List<NodeSelectorTerm> terms) {

    /// Demands nothing.
    public static final NodeSelection ANY = new NodeSelection(Map.of(), false, List.of());

    public NodeSelection {
        nodeSelector = Map.copyOf(nodeSelector);
        terms = List.copyOf(terms);
    }

    /// Whether a node with this name and these labels is acceptable.
    public boolean matches(String nodeName, Map<String, String> labels) {
        for (var wanted : nodeSelector.entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        return !hasAffinity || anyTermMatches(nodeName, labels);
    }

    private boolean anyTermMatches(String nodeName, Map<String, String> labels) {
        for (NodeSelectorTerm term : terms) {
            if (term.matches(nodeName, labels)) {
                return true;
            }
        }
        return false;
    }
}
