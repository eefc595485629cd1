package dev.sluice.model;

import java.util.List;
import java.util.Map;

/// A label selector: all labels and all requirements must match.
///
/// An empty selector matches everything; where the API says that a missing selector matches nothing, use [#NOTHING].
public record LabelSelector(
        Map<String, String> matchLabels, List<LabelRequirement> matchExpressions) {

    /// Matches every set of labels.
    public static final LabelSelector EVERYTHING = new LabelSelector(Map.of(), List.of());

    /// Matches no set of labels: one label cannot be present and absent.
    public static final LabelSelector NOTHING =
            new LabelSelector(
                    Map.of(),
                    List.of(
                            new LabelRequirement("-", LabelRequirement.Operator.EXISTS, List.of()),
                            new LabelRequirement(
                                    "-", LabelRequirement.Operator.DOES_NOT_EXIST, List.of())));

    public LabelSelector {
        matchLabels = Map.copyOf(matchLabels);
        matchExpressions = List.copyOf(matchExpressions);
    }

    public boolean matches(Map<String, String> labels) {
        for (var wanted : matchLabels.entrySet()) {
            if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
                return false;
            }
        }
        for (LabelRequirement requirement : matchExpressions) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
