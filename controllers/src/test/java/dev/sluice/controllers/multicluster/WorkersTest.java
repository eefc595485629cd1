package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.ManualClock;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// L5.7
class WorkersTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Workers workers = new Workers();

    @Test
    void whoIsAwaitedBeforeTheFirstAttemptIsAbsentFromThenOn() {
        workers.awaited("one", START);
        workers.awaited("one", START.plusSeconds(9));
        workers.lost("one", START.plusSeconds(10));

        assertThat(workers.lostSince("one")).contains(START);
    }

    @Test
    void whoIsForgottenStaysAbsentForThoseWhoWait() {
        workers.lost("one", START);
        workers.forgotten("one");
        workers.awaited("one", START.plusSeconds(5));
        assertThat(workers.lostSince("one")).contains(START);
    }

    @Test
    void whoIsThereIsNotAbsentThoughAwaited() {
        try (Cluster cluster =
                new Cluster(
                        new KubernetesClientBuilder().build(), null, new ManualClock(START), "")) {
            workers.awaited("one", START);
            workers.connected("one", cluster);
            workers.awaited("one", START.plusSeconds(5));

            assertThat(workers.lostSince("one")).isEmpty();
        }
    }
}
