package dev.sluice.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Each feature gate that decides what becomes of a job, on and off: the same job, and what differs.
class GatesOfJobsTest {
    private static final Job ASKS_FOR_MUCH =
            SomeJob.suspended()
                    .editMetadata()
                    .withName("a".repeat(70))
                    .addToAnnotations("kueue.x-k8s.io/job-min-parallelism", "1")
                    .addToAnnotations("kueue.x-k8s.io/prebuilt-workload-name", "pre")
                    .addToAnnotations("kueue.x-k8s.io/scheduling-gated-by", "example.com/one")
                    .addToAnnotations("kueue.x-k8s.io/cannot-borrow", "true")
                    .addToAnnotations("kueue.x-k8s.io/elastic-job", "true")
                    .endMetadata()
                    .editStatus()
                    .withSucceeded(1)
                    .endStatus()
                    .build();

    /// What a job leads to under a configuration, by gate: first with the gate on, then with it off.
    private record Row(Function<Configuration, Object> result, Object on, Object off) {}

    private static final Map<String, Row> ROWS = rows();

    private static Map<String, Row> rows() {
        Map<String, Row> rows = new LinkedHashMap<>();
        rows.put(
                "ShortWorkloadNames",
                new Row(settings -> Facts.name(composed(settings)).length() <= 63, true, false));
        rows.put(
                "PartialAdmission",
                new Row(settings -> spec(composed(settings)).minCount() != null, true, false));
        rows.put(
                "WorkloadAdmissionConstraints",
                new Row(
                        settings -> Facts.spec(composed(settings)).admissionConstraints() != null,
                        true,
                        false));
        rows.put(
                "ReclaimablePods",
                new Row(
                        settings -> kind(settings).reclaimablePods(ASKS_FOR_MUCH).isEmpty(),
                        false,
                        true));
        rows.put(
                "WorkloadIdentifierAnnotations",
                new Row(settings -> wants(settings).prebuiltWorkload(), "pre", ""));
        rows.put(
                "SchedulingGatedBy",
                new Row(settings -> wants(settings).heldBy(), "example.com/one", ""));
        rows.put(
                "ElasticJobsViaWorkloadSlices",
                new Row(settings -> wants(settings).elastic(), true, false));
        rows.put(
                "AssignQueueLabelsForPods",
                new Row(
                        settings ->
                                injected(settings)
                                        .labels()
                                        .containsKey("kueue.x-k8s.io/local-queue-name"),
                        true,
                        false));
        rows.put(
                "TopologyAwareScheduling",
                new Row(
                        settings ->
                                injected(settings)
                                        .annotations()
                                        .containsKey("kueue.x-k8s.io/workload"),
                        true,
                        false));
        return rows;
    }

    @TestFactory
    List<DynamicTest> decideAsTheyAreSet() {
        return ROWS.entrySet().stream()
                .map(
                        entry ->
                                DynamicTest.dynamicTest(
                                        entry.getKey(),
                                        () -> {
                                            Row row = entry.getValue();
                                            assertThat(with(entry.getKey(), true, row))
                                                    .isEqualTo(row.on());
                                            assertThat(with(entry.getKey(), false, row))
                                                    .isEqualTo(row.off());
                                        }))
                .toList();
    }

    private static Object with(String gate, boolean value, Row row) {
        FeatureGates gates =
                FeatureGates.defaults().with(Map.of("TASProfileMixed", false, gate, value));
        return row.result().apply(Configuration.read(JsonNodeFactory.instance.objectNode(), gates));
    }

    private static BatchJobs kind(Configuration settings) {
        return (BatchJobs) JobKinds.of(settings).getFirst();
    }

    private static JobWants wants(Configuration settings) {
        return JobWants.of(ASKS_FOR_MUCH, settings.gates());
    }

    private static Workload composed(Configuration settings) {
        BatchJobs kind = kind(settings);
        return new Composer(settings)
                .workload(
                        kind,
                        ASKS_FOR_MUCH,
                        wants(settings),
                        kind.podSets(ASKS_FOR_MUCH),
                        new Priority.Known(0, (PriorityClassRef) null));
    }

    private static PodSet spec(Workload workload) {
        return Facts.spec(workload).podSets().getFirst();
    }

    private static PodSetInfo injected(Configuration settings) {
        Injection injection =
                Injection.of(
                        SomeWorkload.admitted().build(),
                        _ -> new ResourceFlavor(),
                        settings.gates());
        return ((Injection.Ready) injection).infos().getFirst();
    }
}
