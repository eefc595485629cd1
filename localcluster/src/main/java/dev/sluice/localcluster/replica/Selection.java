package dev.sluice.localcluster.replica;

import dev.sluice.model.LabelRequirement;
import dev.sluice.model.LabelSelector;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Label selectors of the API as those of the model.
public final class Selection {
    private Selection() {}

    /// @param given a missing one selects nothing
    public static LabelSelector of(io.fabric8.kubernetes.api.model.@Nullable LabelSelector given) {
        if (given == null) {
            return LabelSelector.NOTHING;
        }
        List<LabelRequirement> requirements = new ArrayList<>();
        for (LabelSelectorRequirement requirement :
                Objects.requireNonNullElse(
                        given.getMatchExpressions(), List.<LabelSelectorRequirement>of())) {
            requirements.add(
                    new LabelRequirement(
                            requirement.getKey(),
                            Objects.requireNonNull(
                                    LabelRequirement.Operator.of(requirement.getOperator())),
                            Objects.requireNonNullElse(requirement.getValues(), List.of())));
        }
        return new LabelSelector(
                Objects.requireNonNullElse(given.getMatchLabels(), Map.of()), requirements);
    }

    public static Map<String, String> labels(HasMetadata object) {
        return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    }
}
