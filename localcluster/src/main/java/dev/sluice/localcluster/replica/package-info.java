/// Controllers that keep a number of equal pods there: ReplicaSets, Deployments, StatefulSets, DaemonSets (H9.90). Start
/// with [dev.sluice.localcluster.replica.ReplicaSetController]; what to do is decided by the plans, which are pure.
@NullMarked
package dev.sluice.localcluster.replica;

import org.jspecify.annotations.NullMarked;
