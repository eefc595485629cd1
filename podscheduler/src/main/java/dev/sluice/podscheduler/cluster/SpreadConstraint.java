package dev.sluice.podscheduler.cluster;

import dev.sluice.model.LabelSelector;

/// One topology spread constraint of a pod (S4.80 to S4.86).
///
/// @param topologyKey nodes that share a value of this label are one domain
/// @param maxSkew how many more matching pods than the emptiest domain a domain may have, at least 1
/// @param hard whether a node that breaks it is refused, as opposed to scored lower
/// @param selector of the pods that are counted
/// @param minDomains with fewer domains than this the emptiest counts as empty
/// @param honoursAffinity whether nodes that the pod's node affinity excludes are left out
/// @param honoursTaints whether nodes whose taints the pod does not tolerate are left out
public record SpreadConstraint(
        String topologyKey,
        int maxSkew,
        boolean hard,
        LabelSelector selector,
        int minDomains,
        boolean honoursAffinity,
        boolean honoursTaints) {

    /// A constraint that is nobody's own yet: the pods it counts are found by its owner.
    public static SpreadConstraint byDefault(String topologyKey, int maxSkew, boolean hard) {
        return new SpreadConstraint(
                topologyKey, maxSkew, hard, LabelSelector.NOTHING, 1, true, false);
    }

    public SpreadConstraint counting(LabelSelector pods) {
        return new SpreadConstraint(
                topologyKey, maxSkew, hard, pods, minDomains, honoursAffinity, honoursTaints);
    }
}
