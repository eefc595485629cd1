package dev.sluice.controllers.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.controllers.job.JobKind;
import dev.sluice.controllers.job.StopReason;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What pods that are queued together look like as one job.
class PodJobTest {
    private static final String DUE = "2026-01-01T00:01:00Z";
    private static final Instant BEFORE = Instant.parse("2026-01-01T00:00:30Z");
    private static final Instant AFTER = Instant.parse("2026-01-01T00:01:00Z");

    /// L3.18, with the pod's own words.
    @Test
    void aPodOfItsOwnEndsWithItsPhase() {
        Pod pod = SomePod.over("p", "Failed").build();
        Pod told = new PodBuilder(pod).editStatus().withMessage("no more").endStatus().build();

        assertThat(PodJob.of(told).ending()).isEqualTo(new JobKind.Ending(false, "no more"));
        assertThat(PodJob.of(SomePod.running("p").build()).ending()).isNull();
    }

    /// L3.19
    @Test
    void aPodOfItsOwnIsNeverWaitedFor() {
        assertThat(PodJob.of(SomePod.running("p").build()).active(BEFORE, false)).isFalse();
    }

    /// L3.38, L3.39: only Running counts; with the gate on only what does not terminate.
    @Test
    void aGroupIsWaitedForWhileAPodRuns() {
        PodJob terminating = SomePod.group(SomePod.running("g-0").deleted(DUE));

        assertThat(SomePod.group(SomePod.running("g-0")).active(BEFORE, true)).isTrue();
        assertThat(terminating.active(BEFORE, false)).isTrue();
        assertThat(terminating.active(BEFORE, true)).isFalse();
        for (String phase : List.of("Pending", "Succeeded", "Failed", "Unknown")) {
            assertThat(SomePod.group(SomePod.over("g-0", phase)).active(BEFORE, false))
                    .as(phase)
                    .isFalse();
        }
    }

    /// The deletionTimestamp contains the grace period; nobody is waited for beyond it.
    @Test
    void aPodThatIsOverdueIsNotWaitedFor() {
        PodJob terminating =
                SomePod.group(SomePod.running("g-0").deleted(DUE), SomePod.over("g-1", "Failed"));

        assertThat(terminating.active(AFTER, false)).isFalse();
        assertThat(terminating.nextOverdue(BEFORE)).contains(Instant.parse(DUE));
        assertThat(terminating.nextOverdue(AFTER)).isEmpty();
    }

    /// L3.32, Q6: it always counts as a success.
    @Test
    void aGroupEndsWhenAllHaveSucceeded() {
        assertThat(SomePod.group(SomePod.over("g-0", "Succeeded"), SomePod.running("g-1")).ending())
                .isNull();
        assertThat(
                        SomePod.group(
                                        SomePod.over("g-0", "Succeeded"),
                                        SomePod.over("g-1", "Failed"),
                                        SomePod.over("g-2", "Succeeded"))
                                .ending())
                .isEqualTo(new JobKind.Ending(true, "Pods succeeded: 2/2."));
    }

    /// L3.37: the mark on any pod is enough.
    @Test
    void anUnretriableGroupEndsWhenNothingRuns() {
        SomePod marked = SomePod.over("g-1", "Failed").annotation("retriable-in-group", "false");

        assertThat(SomePod.group(SomePod.running("g-0"), marked).ending()).isNull();
        assertThat(SomePod.group(SomePod.over("g-0", "Failed"), marked).ending())
                .isEqualTo(new JobKind.Ending(true, "Pods succeeded: 0/2."));
    }

    /// L3.32, L3.33
    @Test
    void aServingGroupNeverEnds() {
        PodJob group =
                SomePod.group(
                        SomePod.over("g-0", "Succeeded").annotation("pod-group-serving", "true"),
                        SomePod.over("g-1", "Succeeded"));

        assertThat(group.ending()).isNull();
        assertThat(group.reclaimable()).isEmpty();
    }

    /// L3.33
    @Test
    void whatSucceededNeedsNoQuota() {
        PodJob group =
                SomePod.group(
                        SomePod.over("g-0", "Succeeded"),
                        SomePod.over("g-1", "Succeeded").annotation("role-hash", "a"),
                        SomePod.running("g-2"));

        assertThat(group.reclaimable())
                .containsExactly(new ReclaimablePod("a", 1), new ReclaimablePod("r", 1));
    }

    /// L3.35; a pod that has succeeded is no failure.
    @Test
    void aGroupIsReadyWhenItsPodsAreReadyOrDone() {
        PodJob group = SomePod.group(SomePod.over("g-0", "Succeeded"), SomePod.running("g-1"));

        assertThat(group.ready(group.pods())).isTrue();
        assertThat(group.ready(group.pods().subList(0, 1))).isFalse();
        PodJob failed = SomePod.group(SomePod.over("g-0", "Failed"), SomePod.running("g-1"));
        assertThat(failed.ready(failed.pods())).isFalse();
    }

    /// L3.23, L3.24
    @Test
    void aStopSparesWhatDoesNotRunUnlessTheWorkloadIsDeleted() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0"),
                        SomePod.running("g-1"),
                        SomePod.over("g-2", "Succeeded"),
                        SomePod.running("g-3").deleted(DUE));

        assertThat(group.toStop(StopReason.WORKLOAD_EVICTED))
                .extracting(PodFacts::name)
                .containsExactly("g-1");
        assertThat(group.toStop(StopReason.WORKLOAD_DELETED))
                .extracting(PodFacts::name)
                .containsExactly("g-0", "g-1", "g-2");
    }

    /// FA15: whoever gates one pod gates the group.
    @Test
    void theGatesOfAllPodsCount() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0").annotation("admission-gated-by", "a.io/x"),
                        SomePod.gated("g-1").annotation("admission-gated-by", "b.io/y, a.io/x"),
                        SomePod.gated("g-2").annotation("scheduling-gated-by", "c.io/z"));

        assertThat(group.face().getMetadata().getAnnotations())
                .containsEntry("kueue.x-k8s.io/admission-gated-by", "a.io/x,b.io/y")
                .containsEntry("kueue.x-k8s.io/scheduling-gated-by", "c.io/z");
        assertThat(PodGates.mixture(group).orElseThrow())
                .contains("g-0 by a.io/x; g-1 by b.io/y, a.io/x; g-2 by c.io/z");
    }

    @Test
    void podsThatAgreeAreNoMixture() {
        assertThat(PodGates.mixture(SomePod.group(SomePod.gated("g-0"), SomePod.gated("g-1"))))
                .isEmpty();
        assertThat(
                        PodGates.mixture(
                                SomePod.group(
                                        SomePod.gated("g-0")
                                                .annotation("admission-gated-by", "a/x"),
                                        SomePod.gated("g-1")
                                                .annotation("admission-gated-by", "a/x"))))
                .isEmpty();
    }

    /// KEP-8729: what one pod must not do, its group must not.
    @Test
    void aBanOnOnePodIsOneOnTheGroup() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0"),
                        SomePod.gated("g-1").annotation("cannot-borrow", "true"));

        assertThat(Objects.requireNonNull(group.face().getMetadata().getAnnotations()))
                .containsEntry("kueue.x-k8s.io/cannot-borrow", "true")
                .doesNotContainKey("kueue.x-k8s.io/cannot-preempt");
    }
}
