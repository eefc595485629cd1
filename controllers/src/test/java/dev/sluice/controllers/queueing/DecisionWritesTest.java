package dev.sluice.controllers.queueing;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.controllers.workload.SomeWorkload;
import dev.sluice.engine.reason.PendingReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is written of decisions.
class DecisionWritesTest {
    private static final Duration BETWEEN_CYCLES = Duration.ofMillis(100);
    private static final int CYCLES = 10_000;
    private static final DecisionTexts.Pending GATED =
            new DecisionTexts.Pending(
                    PendingReason.ADMISSION_GATED, "Workload requires preemption, but it's gated");

    private final DecisionWrites writes = new DecisionWrites(SomeWorkload.SETTINGS);

    /// What is written when every cycle meets a closed gate.
    private List<WorkloadStatus> changes(Workload workload) {
        List<WorkloadStatus> changes = new ArrayList<>();
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            WorkloadStatus wanted =
                    writes.gated(
                            workload,
                            GATED,
                            List.of(),
                            NOW.plus(BETWEEN_CYCLES.multipliedBy(cycle)));
            if (!wanted.equals(workload.getStatus())) {
                changes.add(wanted);
                workload.setStatus(wanted);
            }
        }
        return changes;
    }

    @Test
    void aHeadThatIsTriedForEverSignalsOnce() { // FC10, L5.57
        assertThat(changes(SomeWorkload.pending().build()))
                .singleElement()
                .satisfies(
                        status ->
                                assertThat(
                                                Conditions.since(
                                                        status.conditions(),
                                                        WorkloadConditions
                                                                .BLOCKED_ON_PREEMPTION_GATES))
                                        .isEqualTo(NOW));
    }

    /// Where the API server adds the condition under the name of KEP-8303.
    @Test
    void theOtherNameOfTheSignalIsLeftAlone() { // FC10
        Workload signalled = SomeWorkload.pending().build();
        signalled.setStatus(changes(signalled).getFirst());
        Workload both =
                SomeWorkload.pending()
                        .status(_ -> signalled.getStatus())
                        .is(
                                WorkloadConditions.PREEMPTION_BLOCKED,
                                "PreemptionGated",
                                GATED.message())
                        .build();

        assertThat(changes(both)).isEmpty();
    }
}
