package dev.sluice.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The machine's clock, with one daemon thread for all its alarms.
public final class SystemClock implements Clock, AutoCloseable {
    private final InstantSource time = InstantSource.system();
    private final ScheduledThreadPoolExecutor alarms =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().name("sluice-clock").daemon().factory());

    public SystemClock() {
        alarms.setRemoveOnCancelPolicy(true);
        alarms.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public Alarm schedule(Instant due, Runnable task) {
        long nanos = Math.max(0, Duration.between(instant(), due).toNanos());
        var future = alarms.schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        alarms.shutdownNow();
    }
}
