package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the real scheduler decided, world by world, to the last score.
class SchedulerWorldsTest {
    @ParameterizedTest
    @CsvSource({
        "configuration, 110",
        "default-spread, 60",
        "edge-cases, 139",
        "image-locality, 60",
        "mixed, 100",
        "node-affinity, 90",
        "node-name-unschedulable, 40",
        "node-order, 20",
        "node-ports, 60",
        "nominated, 80",
        "pod-affinity, 110",
        "preemption, 120",
        "resource-scores, 70",
        "resources-fit, 90",
        "spec-vectors, 31",
        "taints, 70",
        "topology-spread, 110",
    })
    void everyWorldIsDecidedAsRecorded(String topic, int worlds) throws URISyntaxException {
        List<Outcome> outcomes = run(topic, Set.of(), Deviations.ofSluice());

        assertThat(outcomes)
                .hasSize(worlds)
                .allSatisfy(o -> assertThat(o.ok()).as(o::toString).isTrue());
    }

    /// Without its entry in the deviations the one world in which we differ fails, so the entry is needed (S4.43).
    @Test
    void aDeviationIsDeclared() throws URISyntaxException {
        assertThat(run("edge-cases", Set.of("preferred-negative-value"), Deviations.none()))
                .singleElement()
                .satisfies(o -> assertThat(o.ok()).isFalse());
    }

    private List<Outcome> run(String topic, Set<String> ids, Deviations deviations)
            throws URISyntaxException {
        Path file =
                Path.of(
                        Objects.requireNonNull(
                                        getClass()
                                                .getResource(
                                                        "/decisions/scheduler/"
                                                                + topic
                                                                + ".jsonl.gz"))
                                .toURI());
        return SchedulerWorlds.run(List.of(file), ids, deviations);
    }
}
