package dev.sluice.engine.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.CycleReport;
import dev.sluice.engine.CycleReport.Recomputation;
import dev.sluice.engine.CycleReport.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a cycle tells of heads that want the same victims (R4.13, R4.14; L8).
class CycleReportTest {
    private static final List<String> SHARED_VICTIMS =
            List.of(
                    "queue a in co x:3 reclaim any",
                    "queue b in co x:3 reclaim any",
                    "queue c in co x:0",
                    "running c/c1 x cpu 2",
                    "running c/c2 x cpu 4",
                    "submit a/wa cpu 3");

    private static CycleReport cycle(List<String> world, String... more) {
        Stage stage = new Stage();
        world.forEach(stage::perform);
        for (String line : more) {
            stage.perform(line);
        }
        stage.perform("cycle");
        return stage.engine().lastCycle();
    }

    /// V96
    @Test
    void theSecondWillFitOnceTheFirstOnesVictimIsGone() {
        assertThat(cycle(SHARED_VICTIMS, "submit b/wb cpu 1"))
                .isEqualTo(
                        new CycleReport(
                                List.of(new Recomputation("b", Result.DEFERRED_FIT)), Map.of()));
    }

    /// V97
    @Test
    void theSecondFindsOtherVictims() {
        assertThat(cycle(SHARED_VICTIMS, "submit b/wb cpu 3"))
                .isEqualTo(
                        new CycleReport(
                                List.of(new Recomputation("b", Result.NEW_TARGETS)), Map.of()));
    }

    /// V98: nobody looks again.
    @Test
    void theSecondLosesWhereNobodyLooksAgain() {
        List<String> world = new ArrayList<>();
        world.add("settings gate RecomputeAssignmentUponPreemptionTargetsOverlap off");
        world.addAll(SHARED_VICTIMS);
        assertThat(cycle(world, "submit b/wb cpu 1"))
                .isEqualTo(new CycleReport(List.of(), Map.of("b", 1)));
    }

    @Test
    void withoutACollisionThereIsNothingToTell() {
        assertThat(cycle(SHARED_VICTIMS)).isEqualTo(CycleReport.EMPTY);
    }
}
