package dev.sluice.reconcile;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The connection of a [Cluster] to a server that may be out of reach: made within a time or not at all, and lost once.
///
/// It is lost when a watch ends and cannot be made anew, and when the server does not answer a question that it is asked
/// from time to time: a network that swallows everything ends no watch.
public final class Link {
    /// How often the server is asked whether it is there.
    static final Duration PROBE_INTERVAL = Duration.ofSeconds(30);

    /// How long it may take to say so.
    static final Duration PROBE_PATIENCE = Duration.ofSeconds(15);

    /// How long a request may take, and a watch that is made anew.
    private static final Duration REQUEST_PATIENCE = Duration.ofMinutes(1);

    private static final String GROUPS = "/api";
    private static final String VERSION = "/version";
    private static final Key PROBE = Key.cluster("probe");

    private final Wire wire;
    private final Clock clock;
    private final List<Reflector<?>> reflectors;
    private final List<Loop> loops;
    private final Consumer<Loss> onLost;

    /// Completed with nothing when the link stands, or with why it does not.
    private final CompletableFuture<Optional<Loss>> made = new CompletableFuture<>();

    private final AtomicReference<@Nullable Loss> lost = new AtomicReference<>();
    private final Set<Class<?>> lacking = ConcurrentHashMap.newKeySet();

    Link(
            Wire wire,
            Clock clock,
            List<Reflector<?>> reflectors,
            List<Loop> loops,
            Consumer<Loss> onLost) {
        this.wire = wire;
        this.clock = clock;
        this.reflectors = reflectors;
        this.loops = loops;
        this.onLost = onLost;
    }

    /// Fills all caches and has a watch stand for each, then starts all loops. Called once; whatever comes of it, the
    /// cluster is closed by the caller.
    ///
    /// @param within how long that may take
    /// @return why it could not be done; empty when it is
    public Optional<Loss> establish(Duration within) throws InterruptedException {
        wire.limit(REQUEST_PATIENCE);
        Clock.Alarm deadline =
                clock.schedule(clock.instant().plus(within), () -> lose(tooLate(within)));
        Thread.ofVirtual().name("sluice-link").start(this::open);
        try {
            Optional<Loss> failure = made.get();
            if (failure.isEmpty()) {
                loops.forEach(Loop::start);
                Loop probe = new Loop("probe", clock, 1, _ -> probe());
                loops.add(probe);
                probe.start();
                probe.enqueue(PROBE);
            }
            return failure;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            deadline.cancel();
        }
    }

    /// Gives up an attempt that still lasts; from any thread, and at once.
    public void abandon() {
        lose(new Loss.Abandoned());
    }

    /// Whether the server does not know a kind of which there is a cache; that stays empty.
    public boolean lacks(Class<? extends HasMetadata> kind) {
        return lacking.contains(kind);
    }

    private void open() {
        try {
            wire.get(GROUPS);
            reflectors.forEach(reflector -> reflector.start(this));
            for (Reflector<?> reflector : reflectors) {
                reflector.awaitListed();
            }
            if (lost.get() == null) {
                made.complete(Optional.empty());
            }
        } catch (KubernetesClientException refused) {
            lose(Loss.of("failed to get server groups", GROUPS, refused));
        } catch (InterruptedException stop) {
            abandon();
        }
    }

    private Loss tooLate(Duration within) {
        String missing =
                reflectors.stream()
                        .filter(reflector -> !reflector.watches() && !lacks(reflector.kind()))
                        .map(reflector -> reflector.kind().getSimpleName())
                        .sorted()
                        .collect(Collectors.joining(", "));
        return new Loss.Silent(
                "not connected within %d s: no watch of %s yet"
                        .formatted(within.toSeconds(), missing));
    }

    private Outcome probe() {
        Clock.Alarm limit =
                clock.schedule(
                        clock.instant().plus(PROBE_PATIENCE),
                        () ->
                                lose(
                                        new Loss.Silent(
                                                "GET %s was not answered within %d s"
                                                        .formatted(
                                                                VERSION,
                                                                PROBE_PATIENCE.toSeconds()))));
        try {
            wire.get(VERSION);
        } catch (KubernetesClientException refused) {
            // Who refuses is there.
            if (refused.getCode() <= 0
                    || refused.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
                lose(Loss.of("failed to get the version", VERSION, refused));
            }
        } finally {
            limit.cancel();
        }
        return lost.get() == null ? Outcome.again(PROBE_INTERVAL) : Outcome.done();
    }

    /// A time within which a watch of the kind has to stand.
    Clock.Alarm limit(Class<?> kind) {
        return isMade()
                ? clock.schedule(
                        clock.instant().plus(REQUEST_PATIENCE),
                        () ->
                                lose(
                                        new Loss.Silent(
                                                "the watch of %s ended, and no new one stood within %d s"
                                                        .formatted(
                                                                kind.getSimpleName(),
                                                                REQUEST_PATIENCE.toSeconds()))))
                : () -> {};
    }

    /// Whether an attempt is over.
    boolean isMade() {
        return made.isDone();
    }

    void lacking(Class<?> kind) {
        lacking.add(kind);
    }

    /// The end, unless it has ended before.
    void lose(Loss loss) {
        if (lost.compareAndSet(null, loss) && !made.complete(Optional.of(loss))) {
            onLost.accept(loss);
        }
    }
}
