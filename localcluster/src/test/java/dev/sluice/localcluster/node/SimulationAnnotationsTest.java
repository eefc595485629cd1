package dev.sluice.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Annotations that say how a pod's run is simulated.
class SimulationAnnotationsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    run-seconds             | abc  | seconds, such as 30 or 0.5
                    run-seconds             | -1   | seconds, such as 30 or 0.5
                    ready-after-seconds     | 5s   | seconds, such as 30 or 0.5
                    terminate-after-seconds | 1e99 | seconds, such as 30 or 0.5
                    exit-code               | 256  | a whole number from 0 to 255
                    exit-code               | one  | a whole number from 0 to 255
                    run-secs                | 5    | one of the names run-seconds, ready-after-seconds, terminate-after-seconds, exit-code, log, hold-start, hold-termination
                    """)
    void aWrongOneIsSaidWithWhatWasExpected(String name, String value, String expected) {
        assertThat(SimulationAnnotations.OF_SLUICE.faults(pod(name, value)))
                .containsExactly(
                        "sim.sluice.dev/%s is \"%s\", expected %s; it is ignored"
                                .formatted(name, value, expected));
    }

    @ParameterizedTest
    @CsvSource({"run-seconds,0.5", "exit-code,255", "log,x", "hold-start,''"})
    void aRightOneIsNoFault(String name, String value) {
        assertThat(SimulationAnnotations.OF_SLUICE.faults(pod(name, value))).isEmpty();
    }

    private static Pod pod(String name, String value) {
        return new PodBuilder()
                .withNewMetadata()
                .addToAnnotations("example.com/other", "x")
                .addToAnnotations("sim.sluice.dev/" + name, value)
                .endMetadata()
                .build();
    }
}
