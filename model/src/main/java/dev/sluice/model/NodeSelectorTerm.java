package dev.sluice.model;

import java.util.List;
import java.util.Map;

/// One term of a node selector: all its expressions and fields must match.
///
/// @param matchFields requirements on fields of the node; the only field is `metadata.name`
public record NodeSelectorTerm(
        List<LabelRequirement> matchExpressions, List<LabelRequirement> matchFields) {

    public NodeSelectorTerm {
        matchExpressions = List.copyOf(matchExpressions);
        matchFields = List.copyOf(matchFields);
    }

    /// A term on labels alone.
    public static NodeSelectorTerm onLabels(LabelRequirement... expressions) {
        return new NodeSelectorTerm(List.of(expressions), List.of());
    }

    /// Whether a node with this name and these labels satisfies the term. An empty term matches no node.
    public boolean matches(String nodeName, Map<String, String> labels) {
        if (matchExpressions.isEmpty() && matchFields.isEmpty()) {
            return false;
        }
        for (LabelRequirement requirement : matchExpressions) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        for (LabelRequirement requirement : matchFields) {
            if (!requirement.key().equals("metadata.name") || !requirement.matchesValue(nodeName)) {
                return false;
            }
        }
        return true;
    }
}
