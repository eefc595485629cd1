package dev.sluice.podscheduler;

import static dev.sluice.podscheduler.Pods.gated;
import static dev.sluice.podscheduler.Pods.node;
import static dev.sluice.podscheduler.Pods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the scheduler does with pods and nodes that come and go.
class PodSchedulerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final PodScheduler scheduler = new PodScheduler(DefaultPlugins.profile());
    private Instant now = START;

    /// S5.9
    @Test
    void aPodCountsOnItsNodeFromTheDecisionOn() {
        scheduler.nodeSeen(node("n1", 4), now);
        seen(pod("a", 3));
        seen(pod("b", 3));

        assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n1");
        assertThat(refusal(scheduler.next(now)))
                .isEqualTo(
                        "b: 0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are"
                                + " available: 1 No preemption victims found for incoming pod.");
        assertThat(scheduler.next(now)).isNull();
    }

    /// TV-20, TV-21, TV-22
    @Test
    void aGatedPodIsNotTriedBeforeItsLastGateIsGone() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod both = gated("a", 1, "x", "y");
        Pod one = gated("a", 1, "y");
        Pod none = gated("a", 1);
        seen(both);
        assertThat(scheduler.next(now)).isNull();
        assertThat(scheduler.waiting(Pool.GATED)).isEqualTo(1);

        scheduler.podSeen(both, one, now);
        assertThat(scheduler.next(now)).isNull();

        scheduler.podSeen(one, none, now);
        assertThat(scheduler.waiting(Pool.GATED)).isZero();
        assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n1");
    }

    /// TV-24
    @Test
    void aGatedPodThatIsDeletedIsForgotten() {
        Pod a = gated("a", 1, "x");
        seen(a);
        scheduler.podGone(a, now);
        assertThat(scheduler.waiting(Pool.GATED)).isZero();
    }

    /// TV-25
    @Test
    void anUngatedPodThatFitsNowhereIsRefusedOnceAndParked() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod a = gated("a", 1000, "x");
        seen(a);
        scheduler.podSeen(a, gated("a", 1000), now);

        assertThat(refusal(scheduler.next(now))).contains("1 Insufficient cpu");
        assertThat(scheduler.next(now)).isNull();
        assertThat(scheduler.waiting(Pool.UNSCHEDULABLE)).isEqualTo(1);
    }

    /// TV-49, S4.150
    @Test
    void higherPriorityGoesFirstThenWhoCameFirst() {
        scheduler.nodeSeen(node("n1", 16), now);
        seen(pod("low", 1, 1, List.of(), null));
        seen(pod("high", 1, 5, List.of(), null));
        seen(pod("later", 1, 5, List.of(), null));

        assertThat(allBound()).containsExactly("high on n1", "later on n1", "low on n1");
    }

    /// S4.68, S2.33
    @Test
    void aRefusedPodIsTriedAgainAtOnceWhenWhatItWantsIsFreed() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod running = pod("running", 3, 0, List.of(), "n1");
        seen(running);
        seen(pod("a", 3));
        assertThat(refusal(scheduler.next(now))).contains("Insufficient cpu");

        scheduler.podGone(running, now);

        assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n1");
    }

    /// S4.68
    @Test
    void aNodeOnWhichItWouldNotFitDoesNotWakeAPod() {
        scheduler.nodeSeen(node("n1", 1), now);
        seen(pod("a", 3));
        assertThat(refusal(scheduler.next(now))).contains("Insufficient cpu");

        scheduler.nodeSeen(node("n2", 2), now);
        assertThat(scheduler.next(now)).isNull();

        scheduler.nodeSeen(node("n3", 4), now);
        assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n3");
    }

    /// S2.20, recorded: 1, 2, 4, 8, 10 s after errors
    @Test
    void afterAFailedBindingAPodPausesLongerEachTime() {
        scheduler.nodeSeen(node("n1", 4), now);
        seen(pod("a", 1));
        for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
            assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n1");
            scheduler.bindFailed("uid-a", now);
            assertThat(scheduler.cluster().podsOn("n1")).isEmpty();

            now = now.plusSeconds(seconds);
            assertThat(scheduler.next(now)).as("after %s s", seconds).isNull();
            Instant due = Objects.requireNonNull(scheduler.nextDue());
            assertThat(Duration.between(now, due)).isLessThan(Duration.ofMillis(1));
            now = due;
        }
    }

    /// S5.3
    @Test
    void withoutNodesAPodIsTriedAgainAfterAPause() {
        seen(pod("a", 1));
        assertThat(refusal(scheduler.next(now)))
                .isEqualTo("a: no nodes available to schedule pods");

        scheduler.nodeSeen(node("n1", 4), now);
        assertThat(scheduler.next(now)).isNull();
        now = now.plusMillis(1001);
        assertThat(boundTo(scheduler.next(now))).isEqualTo("a on n1");
    }

    /// TV-33: within 30 s after 5 min
    @Test
    void aPodThatNothingWakesIsTriedAgainAfterFiveMinutes() {
        scheduler.nodeSeen(node("n1", 1), now);
        seen(pod("a", 3));
        seen(gated("g", 1, "x"));
        assertThat(refusal(scheduler.next(now))).contains("Insufficient cpu");

        now = now.plus(Duration.ofMinutes(5));
        assertThat(scheduler.next(now)).isNull();
        now = Objects.requireNonNull(scheduler.nextDue());
        assertThat(now).isBefore(START.plus(Duration.ofSeconds(331)));
        assertThat(refusal(scheduler.next(now))).contains("Insufficient cpu");
        assertThat(scheduler.waiting(Pool.GATED)).isEqualTo(1);
    }

    /// S5.61, S2.6b
    @Test
    void aPodThatSomebodyElsePlacedIsNotTried() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod a = pod("a", 1);
        seen(a);
        scheduler.podSeen(a, a.on("n1"), now);

        assertThat(scheduler.next(now)).isNull();
        assertThat(scheduler.cluster().podsOn("n1")).hasSize(1);
    }

    /// TV-95
    @Test
    void podsOfOtherSchedulersOnlyTakeRoom() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod other =
                new Pod(
                        "ns",
                        "other",
                        "uid-other",
                        "another-scheduler",
                        0,
                        pod("x", 1).labels(),
                        List.of(),
                        pod("x", 4).shape(),
                        pod("x", 4).relations(),
                        null,
                        null,
                        null,
                        false,
                        false,
                        false,
                        true);
        seen(other);
        assertThat(scheduler.next(now)).isNull();

        scheduler.podSeen(other, other.on("n1"), now);
        seen(pod("a", 1));
        assertThat(refusal(scheduler.next(now))).contains("Insufficient cpu");
    }

    /// S4.124 to S4.128
    @Test
    void anImportantPodTakesTheRoomOfALessImportantOne() {
        scheduler.nodeSeen(node("n1", 4), now);
        Pod running = pod("running", 4, 1, List.of(), "n1");
        seen(running);
        seen(pod("vip", 4, 10, List.of(), null));

        Decision.Refuse refused = (Decision.Refuse) Objects.requireNonNull(scheduler.next(now));
        var rescue = Objects.requireNonNull(refused.placement().rescue());
        assertThat(rescue.nominatedNode()).isEqualTo("n1");
        assertThat(rescue.victims()).extracting(Pod::name).containsExactly("running");

        seen(pod("small", 1));
        scheduler.podGone(running, now);
        scheduler.preempted("uid-vip", true, now);
        assertThat(boundTo(scheduler.next(now))).isEqualTo("vip on n1");
        assertThat(refusal(scheduler.next(now))).startsWith("small: 0/1 nodes are available");
    }

    /// S2.124, TV-26
    @Test
    void eventsDoNotTouchGatedPods() {
        scheduler.nodeSeen(node("n1", 110), now);
        for (int i = 0; i < 10_000; i++) {
            seen(gated("g" + i, 1, "x"));
        }
        for (int i = 0; i < 100; i++) {
            Pod running = pod("r" + i, 1, 0, List.of(), "n1");
            seen(running);
            scheduler.podGone(running, now);
        }
        assertThat(scheduler.next(now)).isNull();
        assertThat(scheduler.waiting(Pool.GATED)).isEqualTo(10_000);
    }

    private void seen(Pod pod) {
        scheduler.podSeen(null, pod, now);
    }

    private List<String> allBound() {
        List<String> bound = new ArrayList<>();
        Decision decision;
        while ((decision = scheduler.next(now)) != null) {
            bound.add(boundTo(decision));
        }
        return bound;
    }

    private static String boundTo(@Nullable Decision decision) {
        return decision instanceof Decision.Bind bind
                ? bind.pod().name() + " on " + bind.binding().node()
                : "not bound: " + decision;
    }

    private static String refusal(@Nullable Decision decision) {
        return decision instanceof Decision.Refuse refuse
                ? refuse.pod().name() + ": " + refuse.placement().message()
                : "not refused: " + decision;
    }
}
