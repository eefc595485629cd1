package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.name.PreemptionGates;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.multicluster.PreemptionTurn.Replica;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The algorithm of KEP-8303, "MultiKueue Controller", and L5.59 to L5.70.
class PreemptionTurnTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    private static Replica asking(String cluster, long since) {
        return new Replica(cluster, null, at(since));
    }

    private static Replica open(String cluster, long since) {
        return new Replica(cluster, at(since), at(since - 1));
    }

    private static PreemptionTurn turnAt(long seconds, Replica... replicas) {
        return PreemptionTurn.of(List.of(replicas), List.of(), at(seconds), TIMEOUT);
    }

    @Test
    void theFirstThatSignalledIsFirst() {
        assertThat(turnAt(10, asking("w1", 3), asking("w2", 2), asking("w3", 4)))
                .isEqualTo(new PreemptionTurn.Open("w2"));
    }

    @Test
    void equalSignalsAreTakenInTheOrderOfTheNames() { // FC6
        assertThat(turnAt(10, asking("w2", 3), asking("w1", 3)))
                .isEqualTo(new PreemptionTurn.Open("w1"));
    }

    @Test
    void theNextOneComesWhenTheTimeOfTheLastIsOver() { // FC7, L5.62
        assertThat(turnAt(299, open("w1", 0), asking("w2", 0)))
                .isEqualTo(new PreemptionTurn.WaitUntil(at(300)));
        assertThat(turnAt(300, open("w1", 0), asking("w2", 0)))
                .isEqualTo(new PreemptionTurn.Open("w2"));
        assertThat(turnAt(301, open("w1", 0), open("w2", 300), asking("w3", 1)))
                .isEqualTo(new PreemptionTurn.WaitUntil(at(600)));
    }

    @Test
    void withoutACandidateNothingIsWaitedFor() { // FC8
        assertThat(turnAt(10, new Replica("w1", null, null), open("w2", 0)))
                .isEqualTo(new PreemptionTurn.Idle());
        assertThat(turnAt(10)).isEqualTo(new PreemptionTurn.Idle());
    }

    @Test
    void aClosedGateCountsNoMore() { // L5.65
        assertThat(turnAt(10, new Replica("w1", null, null), asking("w2", 5)))
                .isEqualTo(new PreemptionTurn.Open("w2"));
    }

    @Test
    void anOpenGateCountsOnALostWorkerToo() { // FC17
        assertThat(
                        PreemptionTurn.of(
                                List.of(asking("w2", 5)), List.of(open("w1", 0)), at(10), TIMEOUT))
                .isEqualTo(new PreemptionTurn.WaitUntil(at(300)));
        assertThat(
                        PreemptionTurn.of(
                                List.of(asking("w2", 5)),
                                List.of(asking("w1", 1)),
                                at(10),
                                TIMEOUT))
                .as("a lost one gets no turn")
                .isEqualTo(new PreemptionTurn.Open("w2"));
    }

    @Test
    void aGateWithoutStatusIsClosedAndAnUnknownOneIsIgnored() { // FC4
        Workload copy = signalling(null);
        assertThat(Replica.of("w1", copy).openSince()).isNull();
        assertThat(Replica.of("w1", copy).askingSince()).isNotNull();
        copy.setStatus(
                Facts.status(copy)
                        .withPreemptionGates(
                                List.of(
                                        new PreemptionGateState(
                                                "other.example.com/gate",
                                                GatePosition.OPEN,
                                                "2026-01-01T00:00:00Z"))));
        assertThat(Replica.of("w1", copy).openSince()).isNull();
    }

    @Test
    void aCopyWithoutOurGateAsksForNothing() {
        Workload copy =
                SomeWorkload.pending()
                        .is("BlockedOnPreemptionGates", "PreemptionGated", "gated")
                        .build();
        assertThat(Replica.of("w1", copy).askingSince()).isNull();
    }

    @Test
    void openingTouchesOurGateOnly() {
        var other =
                new PreemptionGateState(
                        "example.com/g", GatePosition.CLOSED, "2026-01-01T00:00:00Z");
        Workload copy = signalling(other);
        var opened = PreemptionTurn.opened(Facts.status(copy), at(7));
        assertThat(opened.preemptionGates())
                .containsExactly(
                        other,
                        new PreemptionGateState(
                                PreemptionGates.MULTIKUEUE,
                                GatePosition.OPEN,
                                "2026-01-01T00:00:07Z"));
        copy.setStatus(opened);
        assertThat(Replica.of("w1", copy).openSince()).isEqualTo(at(7));
    }

    private static Workload signalling(@Nullable PreemptionGateState state) {
        return SomeWorkload.pending()
                .spec(
                        s ->
                                s.withPreemptionGates(
                                        List.of(new PreemptionGate(PreemptionGates.MULTIKUEUE))))
                .status(s -> state == null ? s : s.withPreemptionGates(List.of(state)))
                .is("BlockedOnPreemptionGates", "PreemptionGated", "gated")
                .build();
    }
}
