package dev.sluice.podscheduler;

import static dev.sluice.podscheduler.Pods.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.podscheduler.cluster.Pod;
import dev.sluice.podscheduler.cluster.PodAffinity;
import dev.sluice.podscheduler.cluster.PodGroup;
import dev.sluice.podscheduler.cluster.PodRelations;
import dev.sluice.podscheduler.metrics.SchedulerMetrics;
import dev.sluice.podscheduler.plugins.DefaultPlugins;
import dev.sluice.podscheduler.queue.QueuedPod.Pool;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Pods of a group start together or not at all.
class GangSchedulingTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final PodScheduler scheduler = new PodScheduler(DefaultPlugins.withGangs());

    /// S4.164
    @Test
    void aGangThatDoesNotFitHoldsNothingAndSaysWhatIsMissing() {
        scheduler.nodeSeen(node("n1", 2), NOW);
        gang(3, "a", "b", "c", "d");

        assertThat(said())
                .containsExactly(
                        "a: 0/1 nodes are available: minCount (3) cannot be satisfied: 2 scheduled, 0 remaining.",
                        "b: 0/1 nodes are available: minCount (3) cannot be satisfied: 2 scheduled, 0 remaining.",
                        "c: 0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to workload aware preemption enabled",
                        "d: 0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to workload aware preemption enabled");
        assertThat(scheduler.cluster().podsOn("n1")).isEmpty();
        assertThat(scheduler.waiting(Pool.UNSCHEDULABLE)).isEqualTo(4);
        assertThat(scheduler.explain("uid-a").text())
                .contains("MinCountNotMet", "minCount (3) cannot be satisfied: 2 scheduled");

        Pod alone = Pods.pod("alone", 2);
        scheduler.podSeen(null, alone, NOW);
        assertThat(said()).containsExactly("alone on n1");
    }

    /// S4.164: it is over as soon as those that are left are too few.
    @Test
    void theRestIsNotTriedOnceTooFewAreLeft() {
        scheduler.nodeSeen(node("n1", 1), NOW);
        gang(3, "a", "b", "c");

        assertThat(said().getLast())
                .isEqualTo(
                        "c: 0/1 nodes are available: minCount (3) cannot be satisfied: 1 scheduled, 1 remaining.");
    }

    /// S4.164: a node for one of them wakes all.
    @Test
    void roomForAnyOfThemWakesTheGang() {
        scheduler.nodeSeen(node("n1", 2), NOW);
        gang(3, "a", "b", "c");
        said();

        scheduler.nodeSeen(node("n2", 1), NOW);
        assertThat(said()).containsExactly("a on n1", "b on n1", "c on n2");
    }

    /// S4.164: more than minCount may start, and the rest waits without holding up those that have started.
    @Test
    void theRestOfAGangThatStartedIsTriedByItself() {
        scheduler.nodeSeen(node("n1", 2), NOW);
        gang(2, "a", "b", "c");

        assertThat(said()).containsExactly("a on n1", "b on n1");
        assertThat(said())
                .containsExactly(
                        "c: 0/1 nodes are available: 1 Insufficient cpu. preemption: not eligible due to workload aware preemption enabled");
        assertThat(said()).isEmpty();
        scheduler.nodeSeen(node("n2", 1), NOW);
        assertThat(said()).containsExactly("c on n2");
    }

    /// S4.161: that it has started is final, also while further pods of it find no node.
    @Test
    void aGangThatHasStartedIsNotSaidToWait() {
        scheduler.nodeSeen(node("n1", 2), NOW);
        gang(2, "a", "b", "c");

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThat(scheduler.next(NOW))
                    .isInstanceOfSatisfying(
                            Decision.Together.class,
                            all -> assertThat(all.outcome().isPlaced()).isTrue());
        }
        assertThat(scheduler.explain("uid-c").text()).contains("Insufficient cpu");
    }

    /// S4.162: a pod that is bound by somebody else counts, and so does a smaller minCount.
    @Test
    void aGangIsWokenByItsPodsAndItsGroup() {
        scheduler.nodeSeen(node("n1", 8), NOW);
        gang(3, "a", "b");
        assertThat(said()).isEmpty();
        scheduler.podSeen(null, member("c").on("n1"), NOW);
        assertThat(said()).containsExactly("a on n1", "b on n1");

        scheduler.groupSeen(new PodGroup("ns", "h", 3), NOW);
        scheduler.podSeen(null, member("x", "h"), NOW);
        assertThat(said()).isEmpty();
        scheduler.groupSeen(new PodGroup("ns", "h", 1), NOW);
        assertThat(said()).containsExactly("x on n1");
    }

    /// A gang that is ready waits again when a pod of it, or its group, goes.
    @Test
    void aGangThatBecomesTooSmallWaits() {
        scheduler.nodeSeen(node("n1", 8), NOW);
        gang(2, "a", "b");
        scheduler.podGone(member("b"), NOW);
        assertThat(said()).isEmpty();
        scheduler.podSeen(null, member("b"), NOW);
        scheduler.groupGone("ns", "g", NOW);
        assertThat(said()).isEmpty();
        assertThat(scheduler.explain("uid-a").text()).contains("GroupMissing");
    }

    /// S2.133
    @Test
    void anEventCostsAWaitingGangOneQuestionHoweverManyPodsItHas() {
        SchedulerMetrics metrics = scheduler.metrics();
        gang(5_000, "a");
        for (int i = 0; i < 1_000; i++) {
            scheduler.podSeen(null, member("m" + i), NOW);
        }
        assertThat(questions(metrics)).isEqualTo(1_001);
        scheduler.nodeSeen(node("n1", 8), NOW);
        scheduler.podSeen(null, Pods.pod("r", 1, 0, List.of(), "n1"), NOW);
        assertThat(questions(metrics)).isEqualTo(1_001);
    }

    private static long questions(SchedulerMetrics metrics) {
        return (long)
                metrics.samples().stream()
                        .filter(
                                sample ->
                                        sample.name()
                                                        .equals(
                                                                "scheduler_framework_extension_point_duration_seconds_count")
                                                && "PreEnqueue"
                                                        .equals(
                                                                sample.labels()
                                                                        .get("extension_point")))
                        .mapToDouble(sample -> sample.value())
                        .sum();
    }

    /// S4.160: as with kube-scheduler 1.36.3, where the gate is off.
    @Test
    void withoutThePluginAGroupMeansNothing() {
        PodScheduler without = new PodScheduler(DefaultPlugins.profile());
        without.nodeSeen(node("n1", 8), NOW);
        without.podSeen(null, member("a"), NOW);
        assertThat(without.next(NOW)).isInstanceOf(Decision.Bind.class);
    }

    private void gang(int minCount, String... pods) {
        scheduler.groupSeen(new PodGroup("ns", "g", minCount), NOW);
        for (String pod : pods) {
            scheduler.podSeen(null, member(pod), NOW);
        }
    }

    private static Pod member(String name) {
        return member(name, "g");
    }

    private static Pod member(String name, String group) {
        return Pods.pod(name, 1, new PodRelations(PodAffinity.NONE, List.of(), null, group));
    }

    /// What the next decision comes to, pod by pod.
    private List<String> said() {
        List<String> said = new ArrayList<>();
        say(scheduler.next(NOW), said);
        return said;
    }

    private static void say(@Nullable Decision decision, List<String> said) {
        switch (decision) {
            case Decision.Together together -> together.decisions().forEach(one -> say(one, said));
            case Decision.Bind bind -> said.add(bind.pod().name() + " on " + bind.binding().node());
            case Decision.Refuse refuse ->
                    said.add(refuse.pod().name() + ": " + refuse.placement().message());
            case null -> {}
            default -> said.add(decision.toString());
        }
    }
}
