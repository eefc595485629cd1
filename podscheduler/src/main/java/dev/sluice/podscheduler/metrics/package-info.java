/// What the scheduler counts. Read [dev.sluice.podscheduler.metrics.SchedulerMetrics] first.
@NullMarked
package dev.sluice.podscheduler.metrics;

import org.jspecify.annotations.NullMarked;
