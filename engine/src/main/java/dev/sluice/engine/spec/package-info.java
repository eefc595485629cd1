/// What the engine is told about: queues, cohorts, flavors and workloads as compact records without any Kubernetes type.
/// Read [dev.sluice.engine.spec.ClusterQueueSpec] and [dev.sluice.engine.spec.WorkloadSpec] first.
@NullMarked
package dev.sluice.engine.spec;

import org.jspecify.annotations.NullMarked;
