package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LoopTest {
    private static final Key KEY = new Key("ns", "a");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Queue<Key> seen = new ConcurrentLinkedQueue<>();
    private Loop loop = new Loop("none", clock, 0, _ -> Outcome.done());

    @AfterEach
    void stop() {
        loop.close();
    }

    @Test
    void worksOnceOnAKeyThatIsQueuedTwice() {
        start(
                1,
                key -> {
                    seen.add(key);
                    return Outcome.done();
                },
                KEY,
                KEY);

        awaitIdle();

        assertThat(seen).containsExactly(KEY);
    }

    @Test
    void neverWorksOnAKeyTwiceAtATimeButComesBackToIt() throws InterruptedException {
        var entered = new SynchronousQueue<Key>();
        var leave = new CountDownLatch(1);
        var together = new AtomicInteger();
        var most = new AtomicInteger();
        start(
                4,
                key -> {
                    most.accumulateAndGet(together.incrementAndGet(), Math::max);
                    seen.add(key);
                    if (seen.size() == 1) {
                        put(entered, key);
                        await(leave);
                    }
                    together.decrementAndGet();
                    return Outcome.done();
                },
                KEY);
        entered.take();

        loop.enqueue(KEY);
        loop.enqueue(KEY);
        leave.countDown();
        awaitIdle();

        assertThat(seen).hasSize(2);
        assertThat(most).hasValue(1);
    }

    @Test
    void doesNotComeBackForWhatTheReconcilerHasSeen() {
        start(
                1,
                key -> {
                    seen.add(key);
                    loop.enqueue(key);
                    loop.looksAgain(key);
                    return Outcome.done();
                },
                KEY);

        awaitIdle();

        assertThat(seen).containsExactly(KEY);
    }

    @Test
    void comesBackWhenTheReconcilerAsks() {
        start(
                1,
                key -> {
                    seen.add(key);
                    return seen.size() == 1
                            ? Outcome.again(Duration.ofSeconds(10))
                            : Outcome.done();
                },
                KEY);
        awaitIdle();

        clock.advance(Duration.ofSeconds(9));
        awaitIdle();
        assertThat(seen).hasSize(1);

        clock.advance(Duration.ofSeconds(1));
        awaitIdle();
        assertThat(seen).hasSize(2);
    }

    @Test
    void comesBackAtOnceAfterAConflict() {
        start(
                1,
                key -> {
                    seen.add(key);
                    if (seen.size() == 1) {
                        throw new KubernetesClientException(
                                "the object has been modified", 409, null);
                    }
                    return Outcome.done();
                },
                KEY);

        awaitIdle();

        assertThat(seen).hasSize(2);
    }

    @Test
    void pausesLongerAfterEachOtherRefusal() {
        start(
                1,
                key -> {
                    seen.add(key);
                    throw new KubernetesClientException("no", 500, null);
                },
                KEY);
        awaitIdle();
        Instant first = clock.nextAlarm().orElseThrow();
        clock.advanceTo(first);
        awaitIdle();

        assertThat(seen).hasSize(2);
        assertThat(Duration.between(first, clock.nextAlarm().orElseThrow()))
                .isEqualTo(
                        Duration.between(Instant.parse("2026-01-01T00:00:00Z"), first)
                                .multipliedBy(2));
    }

    private void start(int workers, Reconciler reconciler, Key... keys) {
        loop = new Loop("test", clock, workers, reconciler);
        for (Key key : keys) {
            loop.enqueue(key);
        }
        loop.start();
    }

    private void awaitIdle() {
        while (!loop.idle()) {
            Thread.onSpinWait();
        }
    }

    private static void put(SynchronousQueue<Key> queue, Key key) {
        try {
            queue.put(key);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
