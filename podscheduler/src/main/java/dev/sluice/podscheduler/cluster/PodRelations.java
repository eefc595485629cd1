package dev.sluice.podscheduler.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a pod wants to lie among other pods, and with which of them it starts.
///
/// @param spread topology spread constraints
/// @param owner its controller; null when it has none
/// @param group name of its pod group; null when it has none (S4.160)
public record PodRelations(
        PodAffinity affinity,
        List<SpreadConstraint> spread,
        @Nullable Owner owner,
        @Nullable String group) {

    public static final PodRelations NONE = new PodRelations(PodAffinity.NONE, List.of(), null);

    /// Of a pod in no group.
    public PodRelations(
            PodAffinity affinity, List<SpreadConstraint> spread, @Nullable Owner owner) {
        this(affinity, spread, owner, null);
    }

    /// @param kind for example `ReplicaSet`
    public record Owner(String kind, String name) {}

    public PodRelations {
        spread = List.copyOf(spread);
    }
}
