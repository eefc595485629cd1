package dev.sluice.engine.reason;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How one pod set came out of the flavor assignment.
///
/// @param count pods it was assigned for
/// @param choices per resource the chosen flavor
/// @param reasons what stands in the message of the workload (R5.13, R5.16), in the order found
/// @param attempts the flavors that were looked at, in order
/// @param error a malformed expression that stopped the evaluation (R5.8), or null
public record PodSetReport(
        String name,
        int count,
        Mode mode,
        Map<String, Choice> choices,
        List<FlavorReason> reasons,
        List<FlavorAttempt> attempts,
        @Nullable String error) {

    /// The flavor chosen for a resource.
    ///
    /// @param level borrowing level (R2.19)
    public record Choice(String flavor, Mode mode, int level) {}

    public PodSetReport {
        choices = Map.copyOf(choices);
        reasons = List.copyOf(reasons);
        attempts = List.copyOf(attempts);
    }
}
