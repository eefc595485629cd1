package dev.sluice.conformance.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Deviations;
import dev.sluice.conformance.Outcome;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The topics whose plugins are all there: every world, to the last score.
class SchedulerWorldsTest {
    @ParameterizedTest
    @CsvSource({
        "node-affinity, 90",
        "node-name-unschedulable, 40",
        "node-order, 20",
        "resource-scores, 70",
        "resources-fit, 90",
        "taints, 70",
    })
    void everyWorldIsDecidedAsRecorded(String topic, int worlds)
            throws IOException, URISyntaxException {
        Path file =
                Path.of(
                        Objects.requireNonNull(
                                        getClass()
                                                .getResource(
                                                        "/decisions/scheduler/"
                                                                + topic
                                                                + ".jsonl.gz"))
                                .toURI());

        List<Outcome> outcomes = SchedulerWorlds.run(file, Deviations.none());

        assertThat(outcomes)
                .hasSize(worlds)
                .allSatisfy(o -> assertThat(o.ok()).as(o::toString).isTrue());
    }
}
