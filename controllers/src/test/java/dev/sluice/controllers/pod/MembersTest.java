package dev.sluice.controllers.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Which pods a Workload counts on (L3.30).
class MembersTest {

    @Test
    void aFailedPodStaysUntilAnotherOneComes() {
        Members alone = of(SomePod.over("g-0", "Failed"), SomePod.running("g-1"));
        assertThat(alone.absent()).isOne();
        assertThat(alone.kept()).extracting(PodFacts::name).containsExactly("g-1", "g-0");
        assertThat(alone.replaced()).isEmpty();

        Members replaced =
                of(SomePod.over("g-0", "Failed"), SomePod.running("g-1"), SomePod.gated("g-2"));
        assertThat(replaced.absent()).isZero();
        assertThat(replaced.kept()).extracting(PodFacts::name).containsExactly("g-1", "g-2");
        assertThat(replaced.replaced()).extracting(PodFacts::name).containsExactly("g-0");
    }

    @Test
    void ofTwoInactiveThatWasActiveLastStays() {
        Members members =
                of(
                        SomePod.over("g-0", "Failed").deleted("2026-01-01T00:01:00Z"),
                        SomePod.over("g-1", "Failed").deleted("2026-01-01T00:02:00Z"),
                        SomePod.running("g-2"));

        assertThat(members.kept()).extracting(PodFacts::name).containsExactly("g-2", "g-1");
        assertThat(members.replaced()).extracting(PodFacts::name).containsExactly("g-0");
    }

    @Test
    void whatIsBeyondTheCountIsExcess() {
        Members members = of(SomePod.running("g-0"), SomePod.running("g-1"), SomePod.gated("g-2"));

        assertThat(members.excess()).extracting(PodFacts::name).containsExactly("g-2");
        assertThat(members.absent()).isZero();
    }

    /// Once is enough.
    @Test
    void excessThatGoesIsNotPutOutAgain() {
        Members members =
                of(
                        SomePod.running("g-0"),
                        SomePod.running("g-1"),
                        SomePod.over("g-2", "Succeeded").deleted("2026-01-01T00:01:00Z"));

        assertThat(members.excess()).isEmpty();
    }

    @Test
    void aRoleThatTheWorkloadDoesNotKnowDoesNotFit() {
        assertThat(of(SomePod.running("g-0"), SomePod.running("g-1")).fitting()).isTrue();
        assertThat(
                        of(
                                        SomePod.running("g-0"),
                                        SomePod.gated("g-1").annotation("role-hash", "x"))
                                .fitting())
                .isFalse();
    }

    /// With fast admission pods that are not there yet are nothing to be replaced.
    @Test
    void fastAdmissionMissesOnlyARoleWithoutPods() {
        SomePod first = SomePod.running("g-0").annotation("pod-group-fast-admission", "true");
        assertThat(of(first).absent()).isZero();
        assertThat(
                        of(SomePod.over("g-0", "Failed")
                                        .annotation("pod-group-fast-admission", "true"))
                                .absent())
                .isOne();
    }

    /// L3.31 and what it leaves open: with pods that terminate a group is not admitted again.
    @Test
    void whatTerminatesCountsOnlyWhileTheGroupHoldsQuota() {
        PodJob group =
                SomePod.group(
                        SomePod.running("g-0").deleted("2026-01-01T00:01:00Z"),
                        SomePod.running("g-1").deleted("2026-01-01T00:01:00Z"));

        assertThat(Members.of(group, workload(), true).absent()).isZero();
        assertThat(Members.of(group, workload(), false).absent()).isEqualTo(2);
    }

    private static Members of(SomePod... pods) {
        return Members.of(SomePod.group(pods), workload(), false);
    }

    static Workload workload() {
        Workload workload = SomeWorkload.pending().build();
        PodSet one = Facts.spec(workload).podSets().getFirst();
        workload.setSpec(
                Facts.spec(workload)
                        .withPodSets(List.of(new PodSet("r", one.template(), 2, null, null))));
        return workload;
    }
}
