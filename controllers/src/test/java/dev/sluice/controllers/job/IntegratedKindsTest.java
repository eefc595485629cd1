package dev.sluice.controllers.job;

import static dev.sluice.controllers.workload.SomeWorkload.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.AdmissionConstraints;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.pod.QueuedPod;
import dev.sluice.controllers.serving.SomeStatefulSet;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every kind of job that can be queued has the gate, the constraints and the events of the others. A new kind fails here
/// until there is a sample of it, and until it does what the others do (FA2).
class IntegratedKindsTest {
    private static final Configuration SETTINGS =
            Configuration.read(
                    "integrations: {frameworks: [batch/job, pod, deployment, statefulset]}",
                    FeatureGates.defaults()
                            .with(
                                    Map.of(
                                            "SchedulingGatedBy", true,
                                            "WorkloadAdmissionConstraints", true)));

    /// One suspended object of each kind, in the queue `lq`.
    private static final Map<String, HasMetadata> SAMPLES =
            Map.of("Job", SomeJob.suspended().build());

    private static final Priority.Known PRIORITY = new Priority.Known(7, null);

    /// What is decided next about a sample of a kind with these annotations, in the queue `lq`.
    record Queued(String framework, String reporter, Plan plan) {
        JobStep next(Map<String, String> annotations, @Nullable Workload known) {
            return plan.next(annotations, known);
        }

        @Override
        public String toString() {
            return framework;
        }
    }

    interface Plan {
        JobStep next(Map<String, String> annotations, @Nullable Workload known);
    }

    static Stream<JobKind<?>> kinds() {
        return JobKinds.of(SETTINGS).stream();
    }

    /// Of a Deployment each pod is queued on its own.
    static Stream<Queued> queued() {
        Plan pod = (annotations, known) -> QueuedPod.next(annotations, known, PRIORITY, SETTINGS);
        return Stream.concat(
                kinds().map(IntegratedKindsTest::planned),
                Stream.of(
                        new Queued("pod", "pod-kueue-controller", pod),
                        new Queued("deployment", "pod-kueue-controller", pod),
                        new Queued(
                                "statefulset",
                                "statefulset-kueue-controller",
                                (annotations, known) ->
                                        SomeStatefulSet.next(
                                                annotations, known, PRIORITY, SETTINGS))));
    }

    private static <J extends HasMetadata> Queued planned(JobKind<J> kind) {
        return new Queued(
                kind.framework(),
                kind.reporter(),
                (annotations, known) -> next(kind, sample(kind, annotations), known));
    }

    @Test
    void noKindThatIsQueuedIsLeftOut() {
        assertThat(queued().map(Queued::framework))
                .containsExactlyInAnyOrderElementsOf(
                        Frameworks.KNOWN.stream().filter(Frameworks::queued).toList());
    }

    private static <J extends HasMetadata> J sample(
            JobKind<J> kind, Map<String, String> annotations) {
        HasMetadata sample =
                Objects.requireNonNull(
                        SAMPLES.get(kind.kind()), "there is no sample of the kind " + kind.kind());
        J copy = kind.type().cast(SomeJob.copy(sample));
        copy.getMetadata().setAnnotations(new LinkedHashMap<>(annotations));
        return copy;
    }

    private static <J extends HasMetadata> JobStep next(
            JobKind<J> kind, J job, @Nullable Workload known) {
        List<Workload> workloads = known == null ? List.of() : List.of(known);
        return JobPlan.next(SomeView.of(kind, job, workloads, null, PRIORITY, SETTINGS, NOW));
    }

    /// KEP-6915: while it is held there is no Workload, and everybody sees why (FA13).
    @ParameterizedTest
    @MethodSource("queued")
    void aGateOnTheJobHoldsIt(Queued kind) {
        JobStep.NoteHold note =
                (JobStep.NoteHold)
                        kind.next(Map.of(Annotations.SCHEDULING_GATED_BY, "example.com/one"), null);

        assertThat(note.happening().reason()).isEqualTo("SchedulingGated");
        assertThat(note.happening().note()).contains("example.com/one");
        assertThat(note.happening().reporter()).isEqualTo(kind.reporter());
    }

    /// FA1: queue, gate and priority reach the Workload in one write; none is ever seen without the others.
    @ParameterizedTest
    @MethodSource("queued")
    void queueGateAndPriorityComeInOneWrite(Queued kind) {
        Workload made = gated(kind);

        assertThat(Facts.queueName(made)).isEqualTo("lq");
        assertThat(Facts.annotation(made, Annotations.ADMISSION_GATED_BY))
                .isEqualTo("example.com/one");
        assertThat(Facts.spec(made).priority()).isEqualTo(7);
    }

    private static Workload gated(Queued kind) {
        return ((JobStep.CreateWorkload)
                        kind.next(Map.of(Annotations.ADMISSION_GATED_BY, "example.com/one"), null))
                .workload();
    }

    /// FA1, the other way: an edit that moves the job and takes its gate away opens the gate last.
    @ParameterizedTest
    @MethodSource("queued")
    void theGateOpensAfterTheQueueHasChanged(Queued kind) {
        Workload known = gated(kind);
        known.setSpec(Facts.spec(known).withQueueName("elsewhere"));

        JobStep first = kind.next(Map.of(), known);
        assertThat(first).isInstanceOf(JobStep.ChangeSpec.class);
        known.setSpec(((JobStep.ChangeSpec) first).change().apply(known));
        assertThat(Facts.queueName(known)).isEqualTo("lq");

        JobStep.ChangeGates second = (JobStep.ChangeGates) kind.next(Map.of(), known);
        assertThat(second.gates()).isEmpty();
        assertThat(second.happening().reason()).isEqualTo("UpdatedWorkload");
    }

    /// KEP-8729
    @ParameterizedTest
    @MethodSource("queued")
    void constraintsReachTheWorkload(Queued kind) {
        Map<String, String> constrained =
                Map.of(
                        Annotations.CANNOT_PREEMPT, "true",
                        Annotations.CANNOT_BORROW, "true");

        Workload made = ((JobStep.CreateWorkload) kind.next(constrained, null)).workload();

        assertThat(Facts.spec(made).admissionConstraints())
                .isEqualTo(new AdmissionConstraints(Permission.NEVER, Permission.NEVER));
        assertThat(Facts.annotation(made, Annotations.CANNOT_PREEMPT)).isEqualTo("true");
        assertThat(Facts.annotation(made, Annotations.CANNOT_BORROW)).isEqualTo("true");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <J extends HasMetadata> void itStartsWhenItIsAdmitted(JobKind<J> kind) {
        J job = sample(kind, Map.of());
        Workload admitted = SomeWorkload.admitted().forPods(2).build();
        admitted.setSpec(Facts.spec(admitted).withPodSets(kind.podSets(job)));

        JobStep step = next(kind, job, admitted);
        JobStep.StartJob start =
                (JobStep.StartJob)
                        (step instanceof JobStep.ChangeStatus readiness
                                ? next(kind, job, written(readiness, admitted))
                                : step);

        assertThat(start.happening().reason()).isEqualTo("Started");
        assertThat(kind.suspended(kind.started(job, start.infos()))).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    <J extends HasMetadata> void itStopsWithTheWordsOfTheEviction(JobKind<J> kind) {
        J job = sample(kind, Map.of());
        Workload evicted =
                SomeWorkload.admitted()
                        .forPods(2)
                        .is(WorkloadConditions.PODS_READY, "Started", "ready")
                        .evicted("Preempted", "somebody else needs the quota")
                        .build();
        evicted.setSpec(Facts.spec(evicted).withPodSets(kind.podSets(job)));
        J running = kind.started(job, Injection.original(evicted));

        JobStep step = next(kind, running, evicted);
        JobStep.StopJob stop =
                (JobStep.StopJob)
                        (step instanceof JobStep.ChangeStatus readiness
                                ? next(kind, running, written(readiness, evicted))
                                : step);

        assertThat(stop.message()).isEqualTo("somebody else needs the quota");
    }

    private static Workload written(JobStep.ChangeStatus step, Workload workload) {
        workload.setStatus(step.change().apply(workload));
        return workload;
    }
}
