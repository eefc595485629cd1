package dev.sluice.apiserver.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.access.AccessControl;
import dev.sluice.apiserver.access.Attributes;
import dev.sluice.apiserver.http.ApiRequest;
import dev.sluice.apiserver.http.ApiResponse;
import dev.sluice.apiserver.security.User;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes a JSON line, an `Event` of `audit.k8s.io/v1`, for each request that the policy asks for (H7.24). Requests hand
/// their line to one writer; when it does not keep up, they wait for it, because a gap in this log would be worse.
public final class AuditLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

    /// Most lines that wait for the writer; more block their requests.
    private static final int QUEUE_MAX = 8_192;

    private static final byte[] STOP = new byte[0];

    private final AuditPolicy policy;
    private final InstantSource clock;
    private final RotatingFile file;
    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUE_MAX);
    private final Thread writer;

    /// Where and what to write.
    ///
    /// @param bytesMax a larger file is set aside
    /// @param kept so many older files stay
    public record Settings(Path file, AuditPolicy policy, long bytesMax, int kept) {
        public Settings {
            if (bytesMax < 1 || kept < 0) {
                throw new IllegalArgumentException(
                        "bytesMax is "
                                + bytesMax
                                + " and kept is "
                                + kept
                                + ", expected at least 1 and at least 0");
            }
        }

        /// The same for another server, in a file of its own beside this one: `audit.log` becomes `worker1-audit.log`.
        public Settings of(String server) {
            return new Settings(
                    file.resolveSibling(server + "-" + file.getFileName()), policy, bytesMax, kept);
        }
    }

    /// @throws IOException when the file cannot be written
    public AuditLog(Settings settings, InstantSource clock) throws IOException {
        this.policy = settings.policy();
        this.clock = clock;
        this.file = new RotatingFile(settings.file(), settings.bytesMax(), settings.kept());
        this.writer = Thread.ofPlatform().daemon().name("audit-writer").start(this::write);
    }

    /// The time, by the log's clock.
    public Instant now() {
        return clock.instant();
    }

    /// Notes a request that has been answered.
    ///
    /// @param user as authenticated
    /// @param received when it came in
    public void note(ApiRequest request, User user, ApiResponse answer, Instant received) {
        Attributes asked = Attributes.of(request, AccessControl.claimed(request, user));
        AuditLevel level = policy.level(asked);
        if (level == AuditLevel.NONE) {
            return;
        }
        ObjectNode event =
                AuditEvent.of(level, request, user, asked, answer, received, clock.instant());
        try {
            queue.put((event + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Notes a request whose credentials were wrong.
    public void noteStranger(ApiRequest request, ApiResponse answer) {
        note(request, new User("", "", Set.of()), answer, clock.instant());
    }

    private void write() {
        try {
            while (true) {
                byte[] line = queue.poll(1, TimeUnit.SECONDS);
                if (line == STOP) {
                    return;
                }
                if (line != null) {
                    file.write(line);
                }
                if (queue.isEmpty()) {
                    file.flush();
                }
            }
        } catch (IOException failure) {
            LOG.error("The audit log cannot be written: its lines are lost from now on", failure);
            drain();
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nobody waits for a log that is broken.
    private void drain() {
        try {
            while (queue.take() != STOP) {
                // dropped, as the error says
            }
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /// Writes what is queued, then closes the file.
    @Override
    public void close() {
        try {
            queue.put(STOP);
            writer.join();
            file.close();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (IOException failure) {
            LOG.error("The audit log could not be closed", failure);
        }
    }
}
