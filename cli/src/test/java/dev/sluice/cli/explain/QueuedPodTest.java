package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Of a pod that waits for its admission it is told what that waits for, not only which gates it has.
class QueuedPodTest {
    private static JsonNode pod(String more) throws JsonProcessingException {
        return new ObjectMapper()
                .readTree(
                        """
                        {"metadata": {"namespace": "ns", "name": "p"}, "message": "The scheduler's words", %s}
                        """
                                .formatted(more));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    "workload": "w"                               | Pod ns/p waits for the admission of its Workload.
                    "group": "g", "workload": "g"                 | Pod ns/p waits for the admission of its Workload, that of its group g.
                    "group": "g", "obstacles": ["1 of 2 are there", "held"] | Group g of pod ns/p has no Workload: 1 of 2 are there; held.
                    "obstacles": ["held"]                         | Pod ns/p has no Workload: held.
                    "obstacles": []                               | Pod ns/p has no Workload yet.
                    """)
    void tellsWhatItsAdmissionWaitsFor(String queueing, String line) throws Exception {
        assertThat(
                        QueuedPod.lines(
                                pod(
                                        """
                                        "gates": [{"name": "kueue.x-k8s.io/admission", "owner": "kueue.x-k8s.io"}],
                                        "queueing": {%s}"""
                                                .formatted(queueing))))
                .containsExactly(line);
    }

    /// It has to be removed by somebody else even after the admission.
    @Test
    void tellsOfAnotherGateAsWell() throws Exception {
        JsonNode pod =
                pod(
                        """
                        "gates": [{"name": "kueue.x-k8s.io/admission", "owner": "kueue.x-k8s.io"},
                         {"name": "example.com/sizing", "owner": "example.com"}], "queueing": {"workload": "w"}""");
        assertThat(QueuedPod.lines(pod))
                .containsExactly(
                        "The scheduler's words",
                        "Pod ns/p waits for the admission of its Workload.");
        assertThat(QueuedPod.workload(pod)).isEqualTo("w");
    }

    @Test
    void leavesAPodThatIsNotQueuedToTheScheduler() throws Exception {
        JsonNode pod = pod("\"gates\": []");
        assertThat(QueuedPod.lines(pod)).containsExactly("The scheduler's words");
        assertThat(QueuedPod.workload(pod)).isEmpty();
    }
}
