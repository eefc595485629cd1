package dev.sluice.controllers.multicluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Dispatcher;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.multicluster.Nomination.Restriction;
import dev.sluice.controllers.workload.SomeWorkload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which workers are nominated, and what they may do (L5.21 to L5.23; FB18).
class NominationTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final List<String> CONFIGURED = List.of("w3", "w1", "w2", "w4");

    private static Nomination after(long seconds, Dispatcher dispatcher, String... nominated) {
        return Nomination.by(
                dispatcher,
                CONFIGURED,
                Set.of("w1", "w2", "w3", "elsewhere"),
                List.of(nominated),
                START,
                START.plusSeconds(seconds));
    }

    @Test
    void allAtOnceTakesTheConnectedOnesByName() { // L5.21
        assertThat(after(0, new Dispatcher.AllAtOnce()))
                .isEqualTo(new Nomination(List.of("w1", "w2", "w3"), Restriction.NONE, null));
    }

    @Test
    void incrementalTakesSomeMoreInEachRound() { // L5.22
        var dispatcher = new Dispatcher.Incremental(2);
        assertThat(after(0, dispatcher))
                .isEqualTo(
                        new Nomination(
                                List.of("w3", "w1"), Restriction.NONE, START.plusSeconds(300)));
        assertThat(after(299, dispatcher, "w3", "w1").clusters()).containsExactly("w3", "w1");
        assertThat(after(300, dispatcher, "w3", "w1"))
                .isEqualTo(new Nomination(List.of("w3", "w1", "w2", "w4"), Restriction.NONE, null));
    }

    @Test
    void incrementalKeepsTheEarlierOnes() {
        assertThat(after(0, new Dispatcher.Incremental(1), "w2", "gone").clusters())
                .as("the configuration was put into another order")
                .containsExactly("w3", "w2");
    }

    @Test
    void anExternalOneIsNotMeddledWith() { // L5.23
        assertThat(after(0, new Dispatcher.External("example.com/mine"), "w2"))
                .isEqualTo(new Nomination(List.of("w2"), Restriction.NONE, null));
    }

    @Test
    void tiersWidenWithTime() { // FB18
        var dispatcher = new Dispatcher.Tiers(Duration.ofSeconds(30), Duration.ofSeconds(60));
        assertThat(after(29, dispatcher).restriction()).isEqualTo(Restriction.STRICT);
        assertThat(after(29, dispatcher).until()).isEqualTo(START.plusSeconds(30));
        assertThat(after(30, dispatcher).restriction()).isEqualTo(Restriction.NO_PREEMPTION);
        assertThat(after(30, dispatcher).until()).isEqualTo(START.plusSeconds(90));
        assertThat(after(90, dispatcher))
                .isEqualTo(new Nomination(List.of("w1", "w2", "w3"), Restriction.NONE, null));
    }

    @Test
    void aRestrictionStandsInTheFieldAlone() { // FB5
        Workload local = SomeWorkload.reserved().build();
        assertThat(constraints(Restriction.STRICT, local))
                .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));
        assertThat(constraints(Restriction.NO_PREEMPTION, local))
                .isEqualTo(new AdmissionConstraints(Permission.NEVER, null));
        assertThat(constraints(Restriction.NONE, local)).isNull();
    }

    @Test
    void whatTheUserSaysStands() { // FB5
        Workload never =
                SomeWorkload.reserved()
                        .annotated(Annotations.CANNOT_BORROW, "true")
                        .spec(
                                s ->
                                        s.withAdmissionConstraints(
                                                new AdmissionConstraints(null, Permission.NEVER)))
                        .build();
        assertThat(constraints(Restriction.NONE, never))
                .isEqualTo(new AdmissionConstraints(null, Permission.NEVER));
        assertThat(constraints(Restriction.NO_PREEMPTION, never))
                .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));

        Workload may =
                SomeWorkload.reserved().annotated(Annotations.CANNOT_PREEMPT, "false").build();
        assertThat(constraints(Restriction.STRICT, may))
                .as("the user allows preemption in so many words")
                .isEqualTo(new AdmissionConstraints(null, Permission.NEVER));
    }

    private static @Nullable AdmissionConstraints constraints(
            Restriction restriction, Workload local) {
        return new Nomination(List.of(), restriction, null).constraints(local);
    }
}
