package dev.sluice.cli;

import java.util.concurrent.CountDownLatch;

/// Keeps a server up until the process is told to end (SIGINT, SIGTERM), then closes it in order.
final class Foreground {
    private Foreground() {}

    /// Waits; it returns only when the waiting thread is interrupted. The signal closes `server`, and the process ends after that.
    static void keep(Runnable close) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(close, "shutdown"));
        new CountDownLatch(1).await();
    }
}
