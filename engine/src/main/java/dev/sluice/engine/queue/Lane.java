package dev.sluice.engine.queue;

/// A LocalQueue as the queue order sees it: tickets of one lane share its usage (R3.3 rule 1).
public class Lane {

    private double usage;

    /// Usage under admission fair sharing (R7.23); 0 while that is off.
    public final double usage() {
        return usage;
    }

    /// Sets the usage. Queues with tickets of this lane have to be told by [PendingQueue#usageChanged].
    public final void setUsage(double usage) {
        this.usage = usage;
    }
}
