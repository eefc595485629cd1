package dev.sluice.engine.queue;

/// A LocalQueue as the queue order sees it: tickets of one lane share its usage (R3.3 rule 1).
public class Lane {

    private double usage;
    private int active;
    private int parked;

    /// Usage under admission fair sharing (R7.23); 0 while that is off.
    public final double usage() {
        return usage;
    }

    /// Sets the usage. Queues with tickets of this lane have to be told by [PendingQueue#usageChanged].
    public final void setUsage(double usage) {
        this.usage = usage;
    }

    /// Tickets of this lane that wait for their turn, in any queue.
    public final int activeCount() {
        return active;
    }

    /// Tickets of this lane that are parked, in any queue.
    public final int parkedCount() {
        return parked;
    }

    final void count(int moreActive, int moreParked) {
        active += moreActive;
        parked += moreParked;
    }
}
