package dev.sluice.controllers.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.Decision;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.FlavorAttempt;
import dev.sluice.engine.reason.FlavorReason;
import dev.sluice.engine.reason.Mode;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.reason.PendingReason;
import dev.sluice.engine.reason.PodSetReport;
import dev.sluice.engine.reason.PreemptionReason;
import dev.sluice.engine.reason.Verdict;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DecisionTextsTest {
    private static final WorkloadKey W = new WorkloadKey("ns", "w");

    /// R5.25: the texts of a pod set are sorted, pod sets are joined.
    @Test
    void sayWhyFlavorsDoNotFit() {
        AssignmentReport report =
                new AssignmentReport(
                        Mode.NO_FIT,
                        0,
                        List.of(
                                podSet(
                                        "main",
                                        Mode.NO_FIT,
                                        new FlavorReason.Short("y", "cpu", 1500, "a"),
                                        new FlavorReason.ExceedsCapacity(
                                                "x", "memory", 0, 3L << 30, 1L << 30, "a")),
                                podSet("fits", Mode.FIT),
                                podSet(
                                        "extra",
                                        Mode.NO_FIT,
                                        new FlavorReason.Untolerated(
                                                "z",
                                                new Taint("gpu", "", Taint.Effect.NO_SCHEDULE)))));

        assertThat(DecisionTexts.assignment(report))
                .isEqualTo(
                        "couldn't assign flavors to pod set main: insufficient quota for memory in flavor x, previously"
                                + " considered podsets requests (0) + current podset request (3Gi) > maximum capacity"
                                + " (1Gi), insufficient unused quota for cpu in flavor y, 1500m more needed; couldn't"
                                + " assign flavors to pod set extra: untolerated taint {gpu  NoSchedule <nil>} in flavor z");
    }

    /// R4.20
    @Test
    void sayWhatAPreemptorWaitsFor() {
        Decision.Preempt preempt =
                new Decision.Preempt(
                        W,
                        "a",
                        List.of(victim("v1"), victim("v2")),
                        new AssignmentReport(
                                Mode.PREEMPT,
                                0,
                                List.of(
                                        podSet(
                                                "main",
                                                Mode.PREEMPT,
                                                new FlavorReason.Short("x", "cpu", 3000, "a")))),
                        Set.of());

        assertThat(DecisionTexts.pending(preempt).message())
                .isEqualTo(
                        "couldn't assign flavors to pod set main: insufficient unused quota for cpu in flavor x, 3 more"
                                + " needed. Pending the preemption of 2 workload(s)");
    }

    /// V140, R6.21
    @Test
    void tellAVictimWhoEvictsItAndWhy() {
        Decision.Victim victim =
                new Decision.Victim(
                        W,
                        "b",
                        PreemptionReason.IN_COHORT_RECLAMATION,
                        "/org/team/a",
                        "/org/b",
                        false);

        assertThat(DecisionTexts.preempted(victim, "u1", "j1"))
                .isEqualTo(
                        "Preempted to accommodate a workload (UID: u1, JobUID: j1) due to reclamation within the cohort;"
                                + " preemptor path: /org/team/a; preemptee path: /org/b");
        assertThat(DecisionTexts.preempted(victim, "u1", ""))
                .contains("(UID: u1, JobUID: UNKNOWN)");
    }

    /// V141, R5.26
    @Test
    void listTheFlavorsThatWereConsidered() {
        PodSetReport main =
                new PodSetReport(
                        "main",
                        1,
                        Mode.FIT,
                        Map.of(),
                        List.of(),
                        List.of(
                                new FlavorAttempt("z", Verdict.FIT, 0, List.of()),
                                new FlavorAttempt("y", Verdict.FIT, 1, List.of()),
                                new FlavorAttempt(
                                        "x",
                                        Verdict.NO_CANDIDATES,
                                        2,
                                        List.of(new FlavorReason.Short("x", "cpu", 1000, "a")))),
                        null);

        assertThat(
                        DecisionTexts.flavorsConsidered(
                                new AssignmentReport(Mode.FIT, 0, List.of(main))))
                .isEqualTo(
                        "main: x(preemptionMode=NoCandidates;borrow=2;insufficient unused quota for cpu in flavor x, 1"
                                + " more needed), y(Fit;borrow=1)");
    }

    /// R4.4, R4.5
    @Test
    void aggregateSeveralErrors() {
        assertThat(
                        DecisionTexts.pending(
                                        pending(
                                                new PendingCause.RequestsInvalid(
                                                        true, List.of("e1", "e2"))))
                                .orElseThrow()
                                .message())
                .isEqualTo("resources didn't satisfy LimitRange constraints: [e1, e2]");
    }

    /// R4.4 rule 9: the status is left as it is.
    @Test
    void areNothingWithoutAReason() {
        Decision.Pending silent =
                new Decision.Pending(W, "a", null, new PendingCause.Overlap(), Set.of());

        assertThat(DecisionTexts.pending(silent)).isEmpty();
    }

    private static Decision.Pending pending(PendingCause cause) {
        return new Decision.Pending(W, "a", PendingReason.MISCONFIGURED, cause, Set.of());
    }

    private static Decision.Victim victim(String name) {
        return new Decision.Victim(
                new WorkloadKey("ns", name),
                "a",
                PreemptionReason.IN_CLUSTER_QUEUE,
                "/a",
                "/a",
                false);
    }

    private static PodSetReport podSet(String name, Mode mode, FlavorReason... reasons) {
        return new PodSetReport(name, 1, mode, Map.of(), List.of(reasons), List.of(), null);
    }
}
