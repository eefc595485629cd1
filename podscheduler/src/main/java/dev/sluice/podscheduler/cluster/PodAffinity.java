package dev.sluice.podscheduler.cluster;

import java.util.List;

/// Which pods a pod wants near it and which it does not (S4.90 to S4.92).
///
/// @param near pods that must be near
/// @param apart pods that must not be near
/// @param ratherNear pods that had better be near
/// @param ratherApart pods that had better not be near
public record PodAffinity(
        List<AffinityTerm> near,
        List<AffinityTerm> apart,
        List<AffinityTerm.Weighted> ratherNear,
        List<AffinityTerm.Weighted> ratherApart) {

    public static final PodAffinity NONE =
            new PodAffinity(List.of(), List.of(), List.of(), List.of());

    public PodAffinity {
        near = List.copyOf(near);
        apart = List.copyOf(apart);
        ratherNear = List.copyOf(ratherNear);
        ratherApart = List.copyOf(ratherApart);
    }

    /// Whether it wishes anything of the kind that need not be granted.
    public boolean hasWishes() {
        return !ratherNear.isEmpty() || !ratherApart.isEmpty();
    }

    public boolean isEmpty() {
        return near.isEmpty() && apart.isEmpty() && !hasWishes();
    }
}
