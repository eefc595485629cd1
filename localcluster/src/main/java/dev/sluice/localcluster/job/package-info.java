/// The controller of `batch/v1` Jobs (H9.1 to H9.14). Read [dev.sluice.localcluster.job.JobPlan] first: what to do about a job is a pure
/// function of the job, its pods and the time.
@NullMarked
package dev.sluice.localcluster.job;

import org.jspecify.annotations.NullMarked;
