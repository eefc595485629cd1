package dev.sluice.controllers.scheduling.process;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Holds a client to `clientConnection.qps` and `burst` (S3.60): so many requests at once, and after that no more a second than
/// this on average. A request waits its turn; none is refused.
public final class RequestPace implements Interceptor {
    /// Its name among a client's interceptors.
    public static final String NAME = "pace";

    private final double nanosEach;
    private final double nanosAhead;

    /// When the next request would go if there were no burst, on the clock of [System#nanoTime].
    private double next = Double.NEGATIVE_INFINITY;

    /// @param qps requests a second, more than 0
    /// @param burst requests at once; less than 1 counts as 1
    public RequestPace(int qps, int burst) {
        if (qps <= 0) {
            throw new IllegalArgumentException("qps is " + qps + ", expected more than 0");
        }
        this.nanosEach = (double) TimeUnit.SECONDS.toNanos(1) / qps;
        this.nanosAhead = nanosEach * (Math.max(burst, 1) - 1);
    }

    /// Takes a turn.
    ///
    /// @return nanoseconds until it comes
    synchronized long turn(long now) {
        double turn = Math.max(next, now);
        next = turn + nanosEach;
        return (long) Math.max(0, turn - now - nanosAhead);
    }

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        long begin = System.nanoTime();
        long wait = turn(begin);
        while (wait > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, wait);
            wait -= System.nanoTime() - begin;
            begin = System.nanoTime();
        }
    }
}
