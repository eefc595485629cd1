package dev.sluice.podscheduler.cluster;

import dev.sluice.model.NodeSelection;
import dev.sluice.model.Toleration;
import java.util.List;

/// What a pod wants of a node by itself, whatever runs elsewhere. Pods of one shape are treated alike by every plugin that
/// looks at one node at a time, so its answers are shared among them.
///
/// @param selection node selector and required node affinity
/// @param preferences preferred node affinity
/// @param ports of the node that it occupies
public record PodShape(
        PodDemand demand,
        NodeSelection selection,
        List<NodePreference> preferences,
        List<Toleration> tolerations,
        List<HostPort> ports,
        PodImages images) {

    /// Wants nothing.
    public static final PodShape NONE =
            new PodShape(
                    PodDemand.NONE,
                    NodeSelection.ANY,
                    List.of(),
                    List.of(),
                    List.of(),
                    PodImages.NONE);

    public PodShape {
        preferences = List.copyOf(preferences);
        tolerations = List.copyOf(tolerations);
        ports = List.copyOf(ports);
    }
}
