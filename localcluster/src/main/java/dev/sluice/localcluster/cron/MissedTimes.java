package dev.sluice.localcluster.cron;

import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The times of a schedule that have come since its last run. Only the latest is still worth a job.
///
/// @param latest null when none has come, or when it came longer ago than the deadline allows
/// @param tooMany whether so many were missed that something is wrong with the clock
/// @param next the first time that is still to come; null when there is none
record MissedTimes(@Nullable Instant latest, boolean tooMany, @Nullable Instant next) {
    private static final int MISSED_MAX = 100;

    /// @param lastSchedule the time of the last run; null when there was none
    static MissedTimes of(
            CronJob cron, @Nullable String lastSchedule, CronSchedule schedule, Instant now) {
        Instant from =
                Instant.parse(
                        lastSchedule != null
                                ? lastSchedule
                                : cron.getMetadata().getCreationTimestamp());
        Long deadline = cron.getSpec().getStartingDeadlineSeconds();
        Instant oldest = deadline == null ? Instant.MIN : now.minusSeconds(deadline);
        if (from.isBefore(oldest)) {
            from = oldest;
        }
        Instant latest = null;
        int count = 0;
        Instant time = schedule.next(from).orElse(null);
        while (time != null && !time.isAfter(now)) {
            latest = time;
            count++;
            // Nobody counts the missed seconds of a year: begin anew shortly before now.
            Instant after = count == MISSED_MAX ? later(time, now.minusSeconds(86_400)) : time;
            time = schedule.next(after).orElse(null);
        }
        return new MissedTimes(latest, count > MISSED_MAX, time);
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
