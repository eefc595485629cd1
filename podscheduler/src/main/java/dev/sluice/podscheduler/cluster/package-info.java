/// What the scheduler knows of the cluster: pods, nodes, and how full each node is. Read [dev.sluice.podscheduler.cluster.ClusterState] first.
@NullMarked
package dev.sluice.podscheduler.cluster;

import org.jspecify.annotations.NullMarked;
