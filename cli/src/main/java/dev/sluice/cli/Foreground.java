package dev.sluice.cli;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;

/// Keeps a server up until the process is told to end (SIGINT, SIGTERM), then closes it in order and says so.
final class Foreground {
    private Foreground() {}

    /// Waits; it returns only when the waiting thread is interrupted.
    static void stay() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /// Lets the end of the process close a server and say so. To be called before anybody is told that the server is up: who
    /// knows may end it.
    ///
    /// @param what has ended then: `The API server`
    static void atEnd(PrintWriter out, String what, Runnable close) {
        Runtime.getRuntime()
                .addShutdownHook(
                        new Thread(
                                () -> {
                                    close.run();
                                    out.println(what + " has ended.");
                                    out.flush();
                                },
                                "shutdown"));
    }
}
