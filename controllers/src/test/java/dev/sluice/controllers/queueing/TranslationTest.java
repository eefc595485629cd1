package dev.sluice.controllers.queueing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.pod.LimitSummary;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.Fungibility;
import dev.sluice.engine.spec.Preemption;
import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.StopPolicy;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.Quantity;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TranslationTest {
    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final WorkloadEvents.Surroundings NOWHERE =
            new WorkloadEvents.Surroundings() {
                @Override
                public LimitSummary limits(String namespace) {
                    return LimitSummary.NONE;
                }

                @Override
                public Map<String, Quantity> overhead(String runtimeClass) {
                    return Map.of();
                }
            };

    private final WorkloadEvents workloads = new WorkloadEvents(Configuration.defaults());

    /// R0.4, A3
    @Test
    void aQueueThatSaysNothingHasTheDefaultsOfTheApi() {
        ClusterQueueSpec spec = queue("{metadata: {name: a}}");

        assertThat(spec.strictFifo()).isFalse();
        assertThat(spec.fungibility()).isEqualTo(Fungibility.DEFAULT);
        assertThat(spec.preemption()).isEqualTo(Preemption.NEVER);
        assertThat(spec.stopPolicy()).isEqualTo(StopPolicy.NONE);
        assertThat(spec.fairWeight()).isEqualTo(1);
        assertThat(spec.namespaceSelector().matches(Map.of())).isFalse();
    }

    /// R1.1, R1.4: amounts are in canonical units, and very great ones without limit.
    @Test
    void quotasAreInCanonicalUnits() {
        ClusterQueueSpec spec =
                queue(
                        """
                        metadata: {name: a}
                        spec:
                          namespaceSelector: {}
                          cohortName: ""
                          resourceGroups:
                          - coveredResources: [cpu, memory]
                            flavors:
                            - name: x
                              resources:
                              - {name: cpu, nominalQuota: 1500m, borrowingLimit: 2}
                              - {name: memory, nominalQuota: 1Gi, lendingLimit: 1Mi}
                        """);

        assertThat(spec.cohort()).isNull();
        assertThat(spec.namespaceSelector().matches(Map.of())).isTrue();
        assertThat(spec.resourceGroups().getFirst().quotasByFlavor().get("x"))
                .isEqualTo(
                        Map.of(
                                "cpu", new Quota(1500, 2000L, null),
                                "memory", new Quota(1L << 30, null, 1L << 20)));
    }

    private static ClusterQueueSpec queue(String yaml) {
        return ((Event.ClusterQueueChanged)
                        EngineEvents.of(YAML.unmarshal("---\n" + yaml, ClusterQueue.class)))
                .spec();
    }

    /// A9.2
    @Test
    void aCheckIsActiveOnlyWhenItsControllerSaysSo() {
        String check = "{metadata: {name: k}, spec: {controllerName: a.b/c}";

        assertThat(isActive(check + "}")).isFalse();
        assertThat(isActive(check + ", status: {conditions: [{type: Active, status: \"True\"}]}}"))
                .isTrue();
    }

    private static boolean isActive(String yaml) {
        return ((Event.AdmissionCheckChanged)
                        EngineEvents.of(YAML.unmarshal("---\n" + yaml, AdmissionCheck.class)))
                .spec()
                .active();
    }

    /// R7.22
    @Test
    void aLocalQueueBringsWhatItHasConsumed() {
        LocalQueue queue =
                YAML.unmarshal(
                        """
                        metadata: {name: q, namespace: ns}
                        spec: {clusterQueue: a, stopPolicy: Hold}
                        status:
                          fairSharing:
                            weightedShare: 0
                            admissionFairSharingStatus: {consumedResources: {cpu: 2500m}, lastUpdate: "2026-01-01T00:00:00Z"}
                        """,
                        LocalQueue.class);

        var spec = ((Event.LocalQueueChanged) EngineEvents.of(queue)).spec();

        assertThat(spec.stopPolicy()).isEqualTo(StopPolicy.HOLD);
        assertThat(Objects.requireNonNull(Objects.requireNonNull(spec.consumed()).get("cpu")))
                .isEqualByComparingTo("2.5");
    }

    /// R1.6 to R1.9, R3.2, R9.1, KEP-8729
    @Test
    void aWorkloadBringsItsRequestsGatesAndConstraints() {
        WorkloadSpec spec =
                spec(
                        """
                        metadata:
                          name: w
                          namespace: ns
                          uid: u
                          generation: 3
                          creationTimestamp: "2026-01-01T00:00:00Z"
                          annotations: {kueue.x-k8s.io/cannot-borrow: "true", kueue.x-k8s.io/admission-gated-by: a.b/c}
                        spec:
                          queueName: q
                          priority: 7
                          active: false
                          preemptionGates: [{name: g}]
                          podSets:
                          - name: main
                            count: 3
                            minCount: 1
                            template: {spec: {containers: [{name: c, resources: {limits: {cpu: 250m}}}]}}
                        """);

        assertThat(spec.active()).isFalse();
        assertThat(spec.generation()).isEqualTo(3);
        assertThat(spec.held()).isEqualTo(WorkloadSpec.Hold.GATED);
        assertThat(spec.constraints()).isEqualTo(new AdmissionConstraints(false, true));
        assertThat(spec.preemptionGates()).containsExactly("g");
        assertThat(spec.podSets().getFirst().requestsPerPod()).isEqualTo(Map.of("cpu", 250L));
        assertThat(spec.podSets().getFirst().minCount()).isEqualTo(1);
        assertThat(spec.created()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    }

    /// R4.5
    @Test
    void aWorkloadBringsWhatIsWrongWithItsRequests() {
        WorkloadSpec spec =
                spec(
                        """
                        metadata: {name: w, namespace: ns}
                        spec:
                          podSets:
                          - template: {spec: {containers: [{name: c, resources: {requests: {cpu: 2}, limits: {cpu: 1}}}]}}
                        """);

        assertThat(Objects.requireNonNull(spec.fault()).errors())
                .containsExactly(
                        "spec.podSets[0].template.spec.containers[0]: Invalid value: [\"cpu\"]: requests must not exceed"
                                + " its limits");
    }

    /// R1.13, R3.13
    @Test
    void aWorkloadBringsTheStateThatItsConditionsShow() {
        WorkloadStatus status =
                event(
                                """
                                metadata: {name: w, namespace: ns}
                                spec:
                                  podSets: [{name: main, count: 2, template: {spec: {containers: []}}}]
                                status:
                                  admission:
                                    clusterQueue: a
                                    podSetAssignments: [{name: main, flavors: {cpu: x}, resourceUsage: {cpu: 500m}}]
                                  conditions:
                                  - {type: QuotaReserved, status: "True", reason: QuotaReserved, lastTransitionTime: "2026-01-01T00:00:05Z"}
                                  - {type: Evicted, status: "True", reason: Preempted, lastTransitionTime: "2026-01-01T00:00:09Z"}
                                  - {type: Requeued, status: "False", reason: Preempted, lastTransitionTime: "2026-01-01T00:00:09Z"}
                                  requeueState: {requeueAt: "2026-01-01T00:01:00Z"}
                                """)
                        .status();

        var reservation = Objects.requireNonNull(status.reservation());
        assertThat(reservation.admitted()).isFalse();
        assertThat(reservation.podSets().getFirst().count()).isEqualTo(2);
        assertThat(reservation.podSets().getFirst().usage()).isEqualTo(Map.of("cpu", 500L));
        assertThat(Objects.requireNonNull(status.evicted()).reason()).isEqualTo("Preempted");
        assertThat(status.requeued()).isFalse();
        assertThat(status.requeueAt()).isEqualTo(Instant.parse("2026-01-01T00:01:00Z"));
    }

    private WorkloadSpec spec(String yaml) {
        return event(yaml).spec();
    }

    private Event.WorkloadChanged event(String yaml) {
        return (Event.WorkloadChanged)
                workloads.changed(YAML.unmarshal("---\n" + yaml, Workload.class), NOWHERE);
    }
}
