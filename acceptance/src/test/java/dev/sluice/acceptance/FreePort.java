package dev.sluice.acceptance;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/// A port that nobody listens on, for a server that a test starts a moment later.
public final class FreePort {
    /// Below the ports that Linux gives away by itself: one of those may go to an outgoing connection of another test before
    /// the server asks for it.
    private static final int FIRST = 10_000;

    private static final int END = 32_000;

    private FreePort() {}

    /// Several, none of them twice.
    static List<Integer> find(int count) {
        return Stream.generate(FreePort::find).distinct().limit(count).toList();
    }

    public static int find() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException taken) {
                // The next one.
            }
        }
    }
}
