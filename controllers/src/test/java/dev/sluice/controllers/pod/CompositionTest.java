package dev.sluice.controllers.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.v1beta2.PodSet;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;

/// When the pods of a group are a whole (L3.26 to L3.28).
class CompositionTest {

    @Test
    void eachRoleIsAPodSet() {
        Composition.Whole whole =
                whole(
                        SomePod.group(
                                total("g-0", 3),
                                total("g-1", 3).annotation("role-hash", "a"),
                                total("g-2", 3)));

        assertThat(whole.podSets())
                .extracting(PodSet::name, PodSet::count)
                .containsExactly(Tuple.tuple("a", 1), Tuple.tuple("r", 2));
        assertThat(whole.excess()).isEmpty();
    }

    @Test
    void fewerPodsThanTheTotalAreNotAWhole() {
        assertThat(why(SomePod.group(SomePod.gated("g-0"))))
                .isEqualTo("'g' group has fewer runnable pods than expected");
    }

    /// Failed ones do not count, nor do those that are being deleted.
    @Test
    void podsThatCannotRunDoNotCount() {
        assertThat(
                        why(
                                SomePod.group(
                                        SomePod.gated("g-0"),
                                        SomePod.over("g-1", "Failed"),
                                        SomePod.running("g-2").deleted("2026-01-01T00:01:00Z"))))
                .contains("fewer runnable pods");
    }

    @Test
    void fastAdmissionAsksForAllWithTheFirstPod() {
        Composition.Whole whole =
                whole(
                        SomePod.group(
                                SomePod.gated("g-0")
                                        .annotation("pod-group-fast-admission", "true")));

        assertThat(whole.podSets())
                .extracting(PodSet::name, PodSet::count)
                .containsExactly(Tuple.tuple("r", 2));
    }

    /// L3.27: with the finalizer, not gated, older.
    @Test
    void theMostDispensableArePutOut() {
        Composition.Whole whole =
                whole(
                        SomePod.group(
                                SomePod.gated("g-0").withoutFinalizer(),
                                SomePod.gated("g-1").created("2026-01-01T00:00:01Z"),
                                SomePod.gated("g-2"),
                                SomePod.running("g-3").created("2026-01-01T00:00:02Z")));

        assertThat(whole.pods()).extracting(PodFacts::name).containsExactly("g-2", "g-3");
        assertThat(whole.excess()).extracting(PodFacts::name).containsExactly("g-1", "g-0");
    }

    @Test
    void podsMustAgreeInQueueAndTotal() {
        assertThat(
                        why(
                                SomePod.group(
                                        SomePod.gated("g-0"),
                                        SomePod.gated("g-1").label("queue-name", "other"))))
                .isEqualTo("pods 'g-0' and 'g-1' has different queue names: lq!=other");
        assertThat(why(SomePod.group(SomePod.gated("g-0"), SomePod.gated("g-1"), total("g-2", 3))))
                .isEqualTo(
                        "pods 'g-0' and 'g-2' has different 'kueue.x-k8s.io/pod-group-total-count' values: 2!=3");
    }

    /// L3.29
    @Test
    void labelsThatAreCopiedMustAgree() {
        PodJob group =
                SomePod.group(
                        SomePod.gated("g-0").label("team", "a"),
                        SomePod.gated("g-1").label("team", "b"));

        assertThat(Composition.of(group, List.of("kueue.x-k8s.io/team"), false))
                .isEqualTo(
                        new Composition.Not(
                                "constructing workload: pods have different label values"));
        assertThat(whole(group).podSets()).hasSize(1);
    }

    @Test
    void anUnreadableTotalIsSaid() {
        assertThat(
                        why(
                                SomePod.group(
                                        SomePod.gated("g-0")
                                                .annotation("pod-group-total-count", "some"))))
                .contains("g-0 has \"some\", expected a positive number");
    }

    @Test
    void thereIsALimitToRoles() {
        SomePod[] pods =
                IntStream.range(0, 19)
                        .mapToObj(i -> total("g-" + i, 19).annotation("role-hash", "r" + i))
                        .toArray(SomePod[]::new);

        assertThat(why(SomePod.group(pods)))
                .isEqualTo("pod group can't include more than 18 roles");
    }

    private static SomePod total(String name, int total) {
        return SomePod.gated(name).annotation("pod-group-total-count", String.valueOf(total));
    }

    private static Composition.Whole whole(PodJob group) {
        return (Composition.Whole) Composition.of(group, List.of(), false);
    }

    private static String why(PodJob group) {
        return ((Composition.Not) Composition.of(group, List.of(), false)).why();
    }
}
