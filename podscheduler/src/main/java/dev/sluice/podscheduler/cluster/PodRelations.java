package dev.sluice.podscheduler.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a pod wants to lie among other pods.
///
/// @param spread topology spread constraints
/// @param owner its controller; null when it has none
public record PodRelations(
        PodAffinity affinity, List<SpreadConstraint> spread, @Nullable Owner owner) {

    public static final PodRelations NONE = new PodRelations(PodAffinity.NONE, List.of(), null);

    /// @param kind for example `ReplicaSet`
    public record Owner(String kind, String name) {}

    public PodRelations {
        spread = List.copyOf(spread);
    }
}
