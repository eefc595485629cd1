package dev.sluice.apiserver.resource;

import dev.sluice.apiserver.extension.ContainerOutput;
import dev.sluice.apiserver.http.FrameSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// A log that is read as it is written: what is there at once, then each line at its time (H1.28).
final class FollowedLog implements FrameSource {
    private final Deque<ContainerOutput.Line> coming;
    private final boolean timestamps;
    private final InstantSource clock;
    private final BooleanSupplier runs;
    private final CountDownLatch closed = new CountDownLatch(1);
    private byte[] first;

    /// @param written what is there already
    /// @param runs whether the container still writes: one that was ended early says nothing more
    FollowedLog(
            String written,
            List<ContainerOutput.Line> coming,
            boolean timestamps,
            InstantSource clock,
            BooleanSupplier runs) {
        this.first = written.getBytes(StandardCharsets.UTF_8);
        this.coming = new ArrayDeque<>(coming);
        this.timestamps = timestamps;
        this.clock = clock;
        this.runs = runs;
    }

    @Override
    public List<byte[]> next() throws InterruptedException {
        if (first.length > 0) {
            byte[] written = first;
            first = new byte[0];
            return List.of(written);
        }
        ContainerOutput.Line line = coming.poll();
        if (line == null) {
            return List.of();
        }
        Duration wait = Duration.between(clock.instant(), line.time());
        boolean over = closed.await(Math.max(0, wait.toMillis()), TimeUnit.MILLISECONDS);
        return over || !runs.getAsBoolean()
                ? List.of()
                : List.of(Logs.text(line, timestamps).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
