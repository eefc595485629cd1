/// Jobs of every kind: how they become Workloads, start and stop. Read [dev.sluice.controllers.job.JobKind] (what a
/// kind of job supplies) and [dev.sluice.controllers.job.JobPlan] (what is decided for one job) first.
@NullMarked
package dev.sluice.controllers.job;

import org.jspecify.annotations.NullMarked;
