package dev.sluice.podscheduler.cluster;

import dev.sluice.model.NodeSelectorTerm;

/// One term of a pod's preferred node affinity.
///
/// @param weight 1 to 100
public record NodePreference(int weight, NodeSelectorTerm term) {}
