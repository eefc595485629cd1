package dev.sluice.engine.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.Decision;
import dev.sluice.engine.Explanation;
import dev.sluice.engine.reason.AssignmentReport;
import dev.sluice.engine.reason.PendingCause;
import dev.sluice.engine.spec.WorkloadKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Invariant: what an explanation foretells is what the next cycle decides, unless other workloads of the same cycle come
/// in between.
final class ExplanationsHold {

    private ExplanationsHold() {}

    static void check(
            SmallWorld world, List<Decision> decisions, Map<WorkloadKey, Explanation> explained) {
        boolean alone = world.pending().size() == 1;
        for (Decision decision : decisions) {
            Explanation explanation = explained.get(decision.workload());
            assertThat(explanation).isNotNull();
            if (explanation == null) {
                return;
            }
            Explanation.Outlook outlook = explanation.outlook();
            switch (decision) {
                case Decision.Admit admit -> {
                    if (alone) {
                        assertThat(outlook).isEqualTo(new Explanation.Fits(admit.assignment()));
                    }
                }
                case Decision.Preempt preempt -> {
                    if (alone) {
                        checkPreemption(preempt, outlook);
                    }
                }
                case Decision.Migrate _ -> {}
                case Decision.Pending pending -> {
                    if (alone) {
                        checkPending(pending, outlook);
                    }
                }
            }
        }
    }

    private static void checkPreemption(Decision.Preempt decision, Explanation.Outlook outlook) {
        assertThat(outlook).isInstanceOf(Explanation.NeedsPreemption.class);
        if (outlook instanceof Explanation.NeedsPreemption needs) {
            Set<WorkloadKey> victims = new TreeSet<>();
            decision.victims().forEach(victim -> victims.add(victim.workload()));
            assertThat(new TreeSet<>(needs.victims())).isEqualTo(victims);
            assertThat(needs.assignment()).isEqualTo(decision.assignment());
            assertThat(needs.closedGates()).isEmpty();
            assertThat(needs.rooms()).isNotEmpty();
        }
    }

    private static void checkPending(Decision.Pending decision, Explanation.Outlook outlook) {
        switch (decision.cause()) {
            case PendingCause.NoFit(AssignmentReport report) -> {
                assertThat(outlook).isInstanceOf(Explanation.NoFit.class);
                if (outlook instanceof Explanation.NoFit no) {
                    assertThat(no.assignment()).isEqualTo(report);
                    assertThat(no.reason()).isEqualTo(decision.reason());
                }
            }
            case PendingCause.NoCandidates(AssignmentReport report) -> {
                assertThat(outlook).isInstanceOf(Explanation.NeedsPreemption.class);
                if (outlook instanceof Explanation.NeedsPreemption needs) {
                    assertThat(needs.assignment()).isEqualTo(report);
                    assertThat(needs.victims()).isEmpty();
                }
            }
            case PendingCause.Gated gated -> {
                assertThat(outlook).isInstanceOf(Explanation.NeedsPreemption.class);
                if (outlook instanceof Explanation.NeedsPreemption needs) {
                    assertThat(needs.closedGates()).isEqualTo(gated.closedGates());
                    assertThat(needs.victims()).isEqualTo(gated.victims());
                }
            }
            case PendingCause.WaitsForPodsReady _,
                    PendingCause.BetterVariantAdmitted _,
                    PendingCause.BelowLastAcceptableFlavor _ -> {
                assertThat(outlook).isInstanceOf(Explanation.Blocked.class);
                if (outlook instanceof Explanation.Blocked blocked) {
                    assertThat(blocked.cause()).isEqualTo(decision.cause());
                    assertThat(blocked.reason()).isEqualTo(decision.reason());
                    assertThat(blocked.by()).isNotEmpty();
                }
            }
            default -> {}
        }
    }
}
