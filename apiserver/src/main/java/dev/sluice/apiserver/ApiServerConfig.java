package dev.sluice.apiserver;

import dev.sluice.apiserver.admission.AdmissionPlugin;
import dev.sluice.apiserver.security.Exposure;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Everything that one API server is told at its start.
///
/// @param data the data directory, made when absent; null keeps everything in memory (H6.60)
/// @param port 0 lets the system choose, -1 opens no socket at all (in-process use only)
/// @param historyEvents at least so many changes are kept for watches that resume (H5.30)
/// @param historyTime at least so long changes are kept
/// @param eventTtl how long an event stays after its last write (H2.60); more than nothing
/// @param bookmarkInterval how often an idle watch hears of the revision (H5.19)
/// @param clock gives creation timestamps, deletion timestamps and ages
/// @param admission in-process admission, in this order (H2.81)
/// @param exposure what is open to whom
public record ApiServerConfig(
        @Nullable Path data,
        int port,
        int historyEvents,
        Duration historyTime,
        Duration eventTtl,
        Duration bookmarkInterval,
        InstantSource clock,
        List<AdmissionPlugin> admission,
        Exposure exposure) {

    /// As long as kube-apiserver keeps events.
    public static final Duration EVENT_TTL = Duration.ofHours(1);

    public ApiServerConfig {
        admission = List.copyOf(admission);
        if (port < -1 || port > 65_535) {
            throw new IllegalArgumentException(
                    "port is " + port + ", expected -1 (none), 0 (any) or 1 to 65535");
        }
        if (historyEvents < 1) {
            throw new IllegalArgumentException(
                    "historyEvents is " + historyEvents + ", expected at least 1");
        }
        if (!eventTtl.isPositive()) {
            throw new IllegalArgumentException(
                    "eventTtl is " + eventTtl + ", expected more than nothing");
        }
    }

    /// In memory, any free port, no admission beyond the built-in one.
    public static ApiServerConfig ephemeral() {
        return new ApiServerConfig(
                null,
                0,
                10_000,
                Duration.ofMinutes(5),
                EVENT_TTL,
                Duration.ofSeconds(60),
                InstantSource.system(),
                List.of(),
                Exposure.LEAST);
    }

    /// As [#ephemeral], but durable.
    public static ApiServerConfig durable(Path data) {
        return ephemeral().withData(data);
    }

    public ApiServerConfig withData(@Nullable Path newData) {
        return new ApiServerConfig(
                newData,
                port,
                historyEvents,
                historyTime,
                eventTtl,
                bookmarkInterval,
                clock,
                admission,
                exposure);
    }

    public ApiServerConfig withPort(int newPort) {
        return new ApiServerConfig(
                data,
                newPort,
                historyEvents,
                historyTime,
                eventTtl,
                bookmarkInterval,
                clock,
                admission,
                exposure);
    }

    public ApiServerConfig withHistory(int events, Duration time) {
        return new ApiServerConfig(
                data, port, events, time, eventTtl, bookmarkInterval, clock, admission, exposure);
    }

    public ApiServerConfig withClock(InstantSource newClock) {
        return new ApiServerConfig(
                data,
                port,
                historyEvents,
                historyTime,
                eventTtl,
                bookmarkInterval,
                newClock,
                admission,
                exposure);
    }

    public ApiServerConfig withAdmission(List<AdmissionPlugin> plugins) {
        return new ApiServerConfig(
                data,
                port,
                historyEvents,
                historyTime,
                eventTtl,
                bookmarkInterval,
                clock,
                plugins,
                exposure);
    }

    public ApiServerConfig withEventTtl(Duration ttl) {
        return new ApiServerConfig(
                data,
                port,
                historyEvents,
                historyTime,
                ttl,
                bookmarkInterval,
                clock,
                admission,
                exposure);
    }

    public ApiServerConfig withExposure(Exposure newExposure) {
        return new ApiServerConfig(
                data,
                port,
                historyEvents,
                historyTime,
                eventTtl,
                bookmarkInterval,
                clock,
                admission,
                newExposure);
    }
}
