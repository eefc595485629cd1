package dev.sluice.conformance.multicluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A way over the network to a server of this machine, which can swallow what is sent without ending a connection.
final class Relay implements AutoCloseable {
    private static final int PIECE = 8_192;

    private final ServerSocket socket;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean swallowing;

    Relay(int target) throws IOException {
        this.target = target;
        socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    /// Nothing comes through any more, in either direction.
    void swallow() {
        swallowing = true;
    }

    /// What comes from now on comes through.
    void pass() {
        swallowing = false;
    }

    /// Ends all connections; new ones are taken.
    void drop() throws IOException {
        for (Socket each : open) {
            each.close();
        }
    }

    /// Waits until nobody is connected any more.
    boolean isLeftWithin(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        synchronized (open) {
            while (!open.isEmpty() && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(open, end - System.nanoTime());
            }
            return open.isEmpty();
        }
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket from = socket.accept();
                open.add(from);
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                Thread.ofVirtual().start(() -> carry(from, to));
                Thread.ofVirtual().start(() -> carry(to, from));
            } catch (IOException closed) {
                // The next one, or the end.
            }
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] piece = new byte[PIECE];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                if (!swallowing) {
                    out.write(piece, 0, length);
                    out.flush();
                }
            }
        } catch (IOException ended) {
            // One side has gone, and so does the other.
        } finally {
            synchronized (open) {
                open.remove(from);
                open.remove(to);
                open.notifyAll();
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        drop();
    }
}
