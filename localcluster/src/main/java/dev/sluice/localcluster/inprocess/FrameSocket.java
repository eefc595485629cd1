package dev.sluice.localcluster.inprocess;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/// A watch in the form of the WebSocket that fabric8 expects: every frame is a message. Frames are pulled one batch
/// at a time, so a slow listener holds up nobody but itself.
final class FrameSocket implements WebSocket {
    private static final int NORMAL_CLOSURE = 1000;

    private final FramePump pump;
    private final WebSocket.Listener listener;
    private final AtomicBoolean over = new AtomicBoolean();

    FrameSocket(FramePump pump, WebSocket.Listener listener) {
        this.pump = pump;
        this.listener = listener;
    }

    void open() {
        listener.onOpen(this);
        pump.start(this::deliver, this::ended);
    }

    private void deliver(List<byte[]> batch) {
        for (byte[] frame : batch) {
            if (!over.get()) {
                listener.onMessage(this, new String(frame, StandardCharsets.UTF_8));
            }
        }
    }

    private void ended() {
        if (over.compareAndSet(false, true)) {
            listener.onClose(this, NORMAL_CLOSURE, "");
        }
    }

    /// Watches are one-way: whatever the client sends is dropped.
    @Override
    public boolean send(ByteBuffer buffer) {
        return !over.get();
    }

    @Override
    public boolean sendClose(int code, String reason) {
        pump.close();
        boolean first = over.compareAndSet(false, true);
        if (first) {
            listener.onClose(this, code, reason == null ? "" : reason);
        }
        return first;
    }

    @Override
    public long queueSize() {
        return 0;
    }

    /// Messages come without being asked for: the thread that brings them waits for the listener anyway.
    @Override
    public void request() {}
}
