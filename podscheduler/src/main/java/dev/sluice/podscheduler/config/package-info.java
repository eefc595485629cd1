/// A `KubeSchedulerConfiguration` as data. Read [dev.sluice.podscheduler.config.SchedulerConfiguration] first.
@NullMarked
package dev.sluice.podscheduler.config;

import org.jspecify.annotations.NullMarked;
