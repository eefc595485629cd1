package dev.sluice.podscheduler.plugins;

import dev.sluice.podscheduler.cluster.SpreadConstraint;
import java.util.List;

/// The constraints of pods that have none of their own but belong to a service or a controller (S4.86).
///
/// @param ofTheSystem whether they are the built-in ones; then nodes that lack a label are scored by the others
public record SpreadDefaults(List<SpreadConstraint> constraints, boolean ofTheSystem) {
    /// Softly over hosts and zones.
    public static final SpreadDefaults SYSTEM =
            new SpreadDefaults(
                    List.of(
                            SpreadConstraint.byDefault("kubernetes.io/hostname", 3, false),
                            SpreadConstraint.byDefault("topology.kubernetes.io/zone", 5, false)),
                    true);

    public SpreadDefaults {
        constraints = List.copyOf(constraints);
    }

    boolean any(boolean hard) {
        for (SpreadConstraint constraint : constraints) {
            if (constraint.hard() == hard) {
                return true;
            }
        }
        return false;
    }
}
