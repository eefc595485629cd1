/// Simulated nodes: they are always ready, and what runs on them only passes time. Read [dev.sluice.localcluster.node.NodeAgent] first.
@NullMarked
package dev.sluice.localcluster.node;

import org.jspecify.annotations.NullMarked;
