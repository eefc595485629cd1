package dev.sluice.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.PriorityQueue;

/// A clock that stands still until it is told to go on. Alarms run on the thread that moves it, in the order in
/// which they are due, then in the order in which they were set; each sees the instant it was set for.
public final class ManualClock implements Clock {
    private final PriorityQueue<Pending> pending = new PriorityQueue<>();
    private Instant now;
    private long set;

    public ManualClock(Instant start) {
        now = start;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public Alarm schedule(Instant due, Runnable task) {
        synchronized (this) {
            if (due.isAfter(now)) {
                Pending alarm = new Pending(due, set++, task);
                pending.add(alarm);
                return () -> drop(alarm);
            }
        }
        task.run();
        return () -> {};
    }

    /// When the next alarm is due; empty when none is set.
    public synchronized Optional<Instant> nextAlarm() {
        return Optional.ofNullable(pending.peek()).map(Pending::due);
    }

    /// Moves the clock, running what falls due on the way.
    public void advance(Duration by) {
        advanceTo(instant().plus(by));
    }

    /// Moves the clock to `target`, running what falls due on the way.
    ///
    /// @throws IllegalArgumentException when `target` lies in the past
    public void advanceTo(Instant target) {
        if (target.isBefore(instant())) {
            throw new IllegalArgumentException(
                    "the clock stands at " + instant() + " and does not go back to " + target);
        }
        Optional<Pending> due;
        while ((due = next(target)).isPresent()) {
            due.get().task().run();
        }
    }

    private synchronized Optional<Pending> next(Instant target) {
        Pending first = pending.peek();
        if (first == null || first.due().isAfter(target)) {
            now = target;
            return Optional.empty();
        }
        pending.poll();
        now = first.due();
        return Optional.of(first);
    }

    private synchronized void drop(Pending alarm) {
        pending.remove(alarm);
    }

    private record Pending(Instant due, long order, Runnable task) implements Comparable<Pending> {
        @Override
        public int compareTo(Pending other) {
            int byTime = due.compareTo(other.due);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
