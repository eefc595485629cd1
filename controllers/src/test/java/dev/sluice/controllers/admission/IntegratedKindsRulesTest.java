package dev.sluice.controllers.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGates;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Labels and annotations mean the same on every kind: what one kind refuses, all refuse, in the same words (FA14).
class IntegratedKindsRulesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GATED = "kueue.x-k8s.io/admission-gated-by";
    private static final String HELD = "kueue.x-k8s.io/scheduling-gated-by";
    private static final String PREEMPT = "kueue.x-k8s.io/cannot-preempt";
    private static final String BORROW = "kueue.x-k8s.io/cannot-borrow";

    private static final Lookup LOOKED = new EmptyCluster();

    private static final Map<String, String> GROUPS =
            Map.of("job", "batch", "pod", "", "deployment", "apps", "statefulset", "apps");
    private static final Map<String, String> NAMES =
            Map.of(
                    "job", "Job",
                    "pod", "Pod",
                    "deployment", "Deployment",
                    "statefulset", "StatefulSet");

    private static Configuration settings(boolean on) {
        return Configuration.read(
                "integrations: {frameworks: [batch/job, pod, deployment, statefulset]}",
                FeatureGates.defaults()
                        .with(
                                Map.of(
                                        "SchedulingGatedBy", on,
                                        "WorkloadAdmissionConstraints", on)));
    }

    static Stream<String> kinds() {
        return Webhooks.jobKinds(settings(true)).stream();
    }

    /// Annotations before (null: it is created), annotations after, and what the refusal speaks of.
    static Stream<Arguments> refusals() {
        List<Object[]> cases =
                List.of(
                        new Object[] {null, Map.of(GATED, "bad"), GATED},
                        new Object[] {Map.of(), Map.of(GATED, "a.b/c"), GATED},
                        new Object[] {null, Map.of(HELD, "bad"), HELD},
                        new Object[] {Map.of(), Map.of(HELD, "a.b/c"), HELD},
                        new Object[] {null, Map.of(PREEMPT, "yes"), PREEMPT},
                        new Object[] {Map.of(), Map.of(PREEMPT, "true"), PREEMPT},
                        new Object[] {null, Map.of(BORROW, "1"), BORROW},
                        new Object[] {Map.of(BORROW, "true"), Map.of(), BORROW});
        return kinds().flatMap(
                        kind -> cases.stream().map(c -> Arguments.of(kind, c[0], c[1], c[2])));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void everyKindRefusesThis(
            String kind,
            @Nullable Map<String, String> before,
            Map<String, String> after,
            String aboutWhat) {
        Webhooks.Denied denied = review(settings(true), kind, before, after).orElseThrow();

        assertThat(denied.webhook()).isEqualTo("v" + kind + ".kb.io");
        assertThat(denied.message()).contains("metadata.annotations[" + aboutWhat + "]");
    }

    /// Without its gate an annotation is only an annotation.
    @ParameterizedTest
    @MethodSource("refusals")
    void withoutTheGateNobodyLooks(
            String kind,
            @Nullable Map<String, String> before,
            Map<String, String> after,
            String aboutWhat) {
        assertThat(review(settings(false), kind, before, after)).as(aboutWhat).isEmpty();
    }

    /// L2.12
    @ParameterizedTest
    @MethodSource("kinds")
    void everyKindWantsAQueueWithAName(String kind) {
        ObjectNode object = object(kind, Map.of());
        object.withObject("/metadata/labels").put("kueue.x-k8s.io/queue-name", "Not_a_name");

        Optional<Webhooks.Denied> denied =
                new Webhooks(settings(true)).validate(review(kind, object, null), LOOKED);

        assertThat(denied.orElseThrow().message())
                .contains("metadata.labels[kueue.x-k8s.io/queue-name]");
    }

    /// What is older than a rule, or than its gate, is not held against later writes, which may be our own.
    @ParameterizedTest
    @MethodSource("kinds")
    void noKindRefusesAnUpdateForWhatWasThereBefore(String kind) {
        for (String annotation : List.of(GATED, HELD, PREEMPT, BORROW)) {
            Map<String, String> bad = Map.of(annotation, "not a value");

            assertThat(review(settings(true), kind, bad, bad)).as(annotation).isEmpty();
            assertThat(review(settings(true), kind, bad, Map.of(annotation, "nor this")))
                    .as(annotation)
                    .isPresent();
        }
    }

    /// L3.8: who starts a job with as few pods as it allows is not told that it allows fewer than it has.
    @Test
    void aJobIsStartedWithAsFewPodsAsItAllows() {
        ObjectNode waiting = partial(5, true, "2");
        Webhooks webhooks = new Webhooks(settings(true));

        assertThat(validated(webhooks, partial(2, false, "2"), waiting)).isEmpty();
        assertThat(validated(webhooks, waiting, partial(2, false, "2"))).isEmpty();
        assertThat(validated(webhooks, partial(2, true, "2"), waiting).orElseThrow().message())
                .contains("should be between 0 and 1");
        assertThat(validated(webhooks, partial(5, true, "5"), waiting).orElseThrow().message())
                .contains("should be between 0 and 4");
    }

    private static ObjectNode partial(int pods, boolean suspended, String fewest) {
        ObjectNode job = object("job", Map.of("kueue.x-k8s.io/job-min-parallelism", fewest));
        job.withObject("/spec").put("suspend", suspended).put("parallelism", pods);
        return job;
    }

    private static Optional<Webhooks.Denied> validated(
            Webhooks webhooks, ObjectNode job, ObjectNode before) {
        return webhooks.validate(review("job", job, before), LOOKED);
    }

    @Test
    void whoMisspellsANameIsWarned() {
        ObjectNode job = object("job", Map.of("kueue.x-k8s.io/canot-borrow", "true"));
        job.withObject("/metadata/labels").put("kueue.x-k8s.io/cannot-preempt", "true");
        Webhooks webhooks = new Webhooks(settings(true));

        assertThat(webhooks.warnings(review("job", job, null), LOOKED))
                .containsExactly(
                        "metadata.labels[kueue.x-k8s.io/cannot-preempt]: has no effect here, it is"
                                + " one of the annotations",
                        "metadata.annotations[kueue.x-k8s.io/canot-borrow]: unknown. Maybe"
                                + " kueue.x-k8s.io/cannot-borrow was meant");
        assertThat(webhooks.warnings(review("job", job, job), LOOKED)).isEmpty();
        assertThat(
                        webhooks.warnings(
                                review("job", object("job", Map.of(BORROW, "true")), null), LOOKED))
                .isEmpty();
    }

    /// Whatever is queued has rules, and its pods have those of pods (L2.7, L7.4).
    @Test
    void everyQueuedKindIsLookedAt() {
        for (String framework : Frameworks.KNOWN) {
            Configuration only =
                    Configuration.read(
                            "integrations: {frameworks: [" + framework + "]}",
                            FeatureGates.defaults());
            List<String> kinds = Webhooks.jobKinds(only);

            assertThat(kinds.isEmpty()).as(framework).isNotEqualTo(Frameworks.queued(framework));
            if (Frameworks.queued(framework) && !framework.equals("batch/job")) {
                assertThat(kinds).contains("pod");
            }
        }
    }

    @Test
    void aKindThatIsLeftOutIsNotLookedAt() {
        Configuration only =
                Configuration.read("integrations: {frameworks: [pod]}", FeatureGates.defaults());
        assertThat(Webhooks.jobKinds(only)).containsExactly("pod");
    }

    private static Optional<Webhooks.Denied> review(
            Configuration settings,
            String kind,
            @Nullable Map<String, String> before,
            Map<String, String> after) {
        return new Webhooks(settings)
                .validate(
                        review(
                                kind,
                                object(kind, after),
                                before == null ? null : object(kind, before)),
                        LOOKED);
    }

    /// The gate WorkloadPriorityClassDefaulting.
    @Test
    void aJobGetsTheDefaultClassIfTheGateIsOn() {
        for (boolean on : new boolean[] {true, false}) {
            Configuration settings =
                    Configuration.read(
                            "{}",
                            FeatureGates.defaults()
                                    .with(Map.of("WorkloadPriorityClassDefaulting", on)));
            ObjectNode job = object("job", Map.of());

            assertThat(
                            new Webhooks(settings)
                                    .mutate(
                                            review("job", job, null),
                                            new EmptyCluster() {
                                                @Override
                                                public boolean workloadPriorityClassExists(
                                                        String name) {
                                                    return true;
                                                }
                                            }))
                    .isEmpty();

            assertThat(job.at("/metadata/labels").has("kueue.x-k8s.io/priority-class"))
                    .isEqualTo(on);
        }
    }

    private static Review review(String kind, ObjectNode object, @Nullable ObjectNode old) {
        return new Review(
                old == null ? Review.Operation.CREATE : Review.Operation.UPDATE,
                Objects.requireNonNull(GROUPS.get(kind), "which group is " + kind + " of?"),
                Objects.requireNonNull(NAMES.get(kind)),
                "",
                "ns",
                object,
                old);
    }

    private static ObjectNode object(String kind, Map<String, String> annotations) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", "x");
        metadata.put("namespace", "ns");
        metadata.put("labels", Map.of("kueue.x-k8s.io/queue-name", "q"));
        metadata.put("annotations", annotations);
        return JSON.valueToTree(
                Map.of(
                        "kind",
                        Objects.requireNonNull(NAMES.get(kind)),
                        "metadata",
                        metadata,
                        "spec",
                        kind.equals("job") ? Map.of("suspend", true) : Map.of()));
    }
}
