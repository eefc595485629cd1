package dev.sluice.podscheduler.framework;

/// A promise of a plugin: its filter and its raw score depend on the pod's [dev.sluice.podscheduler.cluster.PodShape] and on the
/// node with the pods that are on it, and on nothing else; its PreFilter skips by the shape alone. The scheduler
/// then asks once for all pods of a shape, and again only for nodes that changed.
///
/// A plugin that looks at labels, priorities, other nodes or its own memory must not promise this.
public interface NodeLocal extends Plugin {}
