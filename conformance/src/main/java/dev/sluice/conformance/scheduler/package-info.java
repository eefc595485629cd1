/// Runs recorded worlds of one pod and a few nodes on the pod scheduler's pure core. Read [dev.sluice.conformance.scheduler.SchedulerWorlds] first.
@NullMarked
package dev.sluice.conformance.scheduler;

import org.jspecify.annotations.NullMarked;
