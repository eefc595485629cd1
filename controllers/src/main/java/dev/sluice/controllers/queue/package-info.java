/// ClusterQueues, LocalQueues, Cohorts, ResourceFlavors and AdmissionChecks: their status and their finalizers. Read
/// [dev.sluice.controllers.queue.ClusterQueueStatuses] first.
@NullMarked
package dev.sluice.controllers.queue;

import org.jspecify.annotations.NullMarked;
