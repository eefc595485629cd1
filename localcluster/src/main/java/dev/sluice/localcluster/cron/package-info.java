/// CronJobs: [dev.sluice.localcluster.cron.CronSchedule] says when, the controller makes the jobs.
@NullMarked
package dev.sluice.localcluster.cron;

import org.jspecify.annotations.NullMarked;
