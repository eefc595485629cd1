package dev.sluice.controllers.multicluster;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.controllers.multicluster.DispatchOutlook.Copy;
import dev.sluice.controllers.multicluster.DispatchOutlook.Gate;
import dev.sluice.controllers.multicluster.DispatchView.Jobs;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What is told of a Workload that is open to several workers.
class DispatchOutlookTest extends DispatchScene {
    private Optional<DispatchOutlook> outlook(SomeWorkload local) {
        return DispatchOutlook.of(view(local, new Jobs.None()));
    }

    @Test
    void eachCopySaysWhatItWaitsForAndHowFarItMayGo() {
        String opened = Conditions.time(NOW.minusSeconds(60));
        worker(
                "w1",
                copy().isNot("QuotaReserved", "WaitingForQuota", "2 more needed")
                        .status(
                                s ->
                                        s.withPreemptionGates(
                                                List.of(
                                                        new PreemptionGateState(
                                                                PreemptionGates.MULTIKUEUE,
                                                                GatePosition.OPEN,
                                                                opened))))
                        .build());
        worker("w2", blocked().build());

        DispatchOutlook outlook = outlook(nominated()).orElseThrow();

        assertThat(outlook.copies())
                .extracting(Copy::gate)
                .containsExactly(Gate.OPEN, Gate.ASKED_FOR);
        assertThat(outlook.copies().getFirst().quota())
                .extracting(Condition::getMessage)
                .isEqualTo("2 more needed");
        assertThat(outlook.copies().getFirst().gateSince()).isEqualTo(NOW.minusSeconds(60));
        assertThat(outlook.nextTurn()).isEqualTo(NOW.plus(Duration.ofMinutes(4)));
        assertThat(outlook.chosen()).isNull();
        assertThat(outlook.changes()).isNull();
    }

    @Test
    void whoIsAbsentOrNotAskedYetIsTold() {
        settings =
                "multiKueue: {dispatcherName: kueue.x-k8s.io/multikueue-dispatcher-incremental,"
                        + " incrementalDispatcherConfig: {stepSize: 1}}";
        remotes.remove("w1");
        absences.put("w1", NOW.minusSeconds(9));

        DispatchOutlook outlook =
                outlook(reserved().status(DispatchScene::reservedJustNow)).orElseThrow();

        assertThat(outlook.copies())
                .containsExactly(
                        new Copy("w1", true, NOW.minusSeconds(9), false, null, Gate.NONE, null),
                        new Copy("w2", false, null, false, null, Gate.NONE, null));
        assertThat(outlook.changes()).isEqualTo(NOW.plus(Duration.ofMinutes(5)));
    }

    @Test
    void aTierSaysWhatItForbidsAndUntilWhen() {
        settings = TIERS;

        DispatchOutlook outlook =
                outlook(reserved().status(DispatchScene::reservedJustNow)).orElseThrow();

        assertThat(outlook.mayPreempt()).isFalse();
        assertThat(outlook.mayBorrow()).isFalse();
        assertThat(outlook.changes()).isEqualTo(NOW.plusSeconds(30));
    }

    @Test
    void whoIsChosenIsToldAndThenNothingChangesByItself() {
        settings = TIERS;

        DispatchOutlook outlook = outlook(running()).orElseThrow();

        assertThat(outlook.chosen()).isEqualTo("w1");
        assertThat(outlook.mayPreempt()).isTrue();
        assertThat(outlook.changes()).isNull();
    }

    @Test
    void whatHasNoQuotaHereOrAnotherCheckToPassGoesNowhere() {
        assertThat(outlook(SomeWorkload.pending().check(MK, CheckState.PENDING, ""))).isEmpty();
        settings = TIERS;
        assertThat(
                        outlook(reserved().check("other", CheckState.PENDING, ""))
                                .orElseThrow()
                                .changes())
                .isNull();
    }
}
