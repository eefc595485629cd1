package dev.sluice.controllers.workload;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.AdmissionCheckState;
import dev.sluice.api.v1beta2.CheckState;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// A Workload for tests: that of job `a`, one pod with one CPU, in queue `lq`.
public final class SomeWorkload {
    public static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");
    public static final Configuration SETTINGS =
            Configuration.read("{}", FeatureGates.defaultsOfPeer());

    private final Workload workload = new Workload();

    private SomeWorkload() {
        workload.setMetadata(
                new ObjectMetaBuilder()
                        .withNamespace("ns")
                        .withName("job-a-12345")
                        .withUid("w1")
                        .withGeneration(1L)
                        .withCreationTimestamp("2026-01-01T00:00:00Z")
                        .withFinalizers("kueue.x-k8s.io/resource-in-use")
                        .withOwnerReferences(
                                new OwnerReferenceBuilder()
                                        .withApiVersion("batch/v1")
                                        .withKind("Job")
                                        .withName("a")
                                        .withUid("j1")
                                        .withController(true)
                                        .build())
                        .build());
        workload.setSpec(
                WorkloadSpec.empty()
                        .withQueueName("lq")
                        .withPriority(0)
                        .withActive(true)
                        .withPodSets(List.of(podSet())));
        workload.setStatus(WorkloadStatus.empty());
    }

    private static PodSet podSet() {
        return new PodSet(
                "main",
                new PodTemplateSpecBuilder()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("c")
                        .withImage("registry.example.com/work:1")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity("1"))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build(),
                1,
                null,
                null);
    }

    public static SomeWorkload pending() {
        return new SomeWorkload();
    }

    /// Holds quota of `cq` since a minute ago.
    public static SomeWorkload reserved() {
        return pending()
                .status(
                        s ->
                                s.withAdmission(
                                        new Admission(
                                                "cq",
                                                List.of(
                                                        new PodSetAssignment(
                                                                "main",
                                                                Map.of("cpu", "default"),
                                                                Map.of("cpu", new Quantity("1")),
                                                                1,
                                                                null,
                                                                null)))))
                .is(WorkloadConditions.QUOTA_RESERVED, Reasons.QUOTA_RESERVED, "reserved");
    }

    /// Its admission, if it has one, is for so many pods of one CPU each.
    public SomeWorkload forPods(int count) {
        return status(
                s ->
                        s.admission() == null
                                ? s
                                : s.withAdmission(
                                        new Admission(
                                                "cq",
                                                List.of(
                                                        new PodSetAssignment(
                                                                "main",
                                                                Map.of("cpu", "default"),
                                                                Map.of(
                                                                        "cpu",
                                                                        new Quantity(
                                                                                Integer.toString(
                                                                                        count))),
                                                                count,
                                                                null,
                                                                null)))));
    }

    /// Holds quota and is admitted since a minute ago.
    public static SomeWorkload admitted() {
        return reserved().is(WorkloadConditions.ADMITTED, Reasons.ADMITTED, "admitted");
    }

    public SomeWorkload status(UnaryOperator<WorkloadStatus> change) {
        workload.setStatus(change.apply(Facts.status(workload)));
        return this;
    }

    public SomeWorkload spec(UnaryOperator<WorkloadSpec> change) {
        workload.setSpec(change.apply(Facts.spec(workload)));
        return this;
    }

    public SomeWorkload is(String type, String reason, String message) {
        return condition(type, true, reason, message);
    }

    public SomeWorkload isNot(String type, String reason, String message) {
        return condition(type, false, reason, message);
    }

    private SomeWorkload condition(String type, boolean value, String reason, String message) {
        return status(
                s ->
                        s.withConditions(
                                Conditions.with(
                                        s.conditions(),
                                        Conditions.condition(
                                                type,
                                                value,
                                                reason,
                                                message,
                                                1,
                                                NOW.minusSeconds(60)))));
    }

    public SomeWorkload check(String name, CheckState state, String message) {
        return check(name, state, message, null);
    }

    public SomeWorkload check(
            String name,
            CheckState state,
            String message,
            @org.jspecify.annotations.Nullable Integer requeueAfterSeconds) {
        List<AdmissionCheckState> checks =
                new java.util.ArrayList<>(Facts.status(workload).admissionChecks());
        checks.add(
                new AdmissionCheckState(
                        name,
                        state,
                        Conditions.time(NOW.minusSeconds(5)),
                        message,
                        requeueAfterSeconds,
                        null,
                        List.of()));
        return status(s -> s.withAdmissionChecks(checks));
    }

    /// What goes with every reason for having no quota.
    public SomeWorkload withoutQuota() {
        return isNot(
                        WorkloadConditions.ADMITTED,
                        Reasons.NO_RESERVATION,
                        "The workload has no reservation")
                .isNot(
                        WorkloadConditions.PODS_READY,
                        Reasons.WAIT_FOR_START,
                        "Not all pods are ready or succeeded");
    }

    public SomeWorkload evicted(String reason, String message) {
        return is(WorkloadConditions.EVICTED, reason, message);
    }

    public SomeWorkload withoutOwner() {
        workload.getMetadata().setOwnerReferences(List.of());
        return this;
    }

    public SomeWorkload annotated(String key, String value) {
        workload.getMetadata().setAnnotations(Map.of(key, value));
        return this;
    }

    public Workload build() {
        return workload;
    }
}
