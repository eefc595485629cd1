package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What holds a workload though it would fit, or looks as if it held one that does not wait any more.
class BlockedTest {
    private static List<String> told(String explanation, String workload)
            throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        return ExplanationText.lines(
                mapper.readTree(
                        """
                        {"metadata": {"namespace": "ns", "name": "w"}, %s}
                        """
                                .formatted(explanation)),
                mapper.readTree(workload));
    }

    private static String blocked(String by) {
        return """
        "place": {"queued": "Active", "clusterQueue": "a"},
        "outlook": {"decision": "Blocked", "reason": "WaitingForPodsReady", "message": "waiting for all", "by": [%s]}"""
                .formatted(by);
    }

    @Test
    void namesTheJobThatIsNotReady() throws Exception {
        assertThat(
                        told(
                                blocked(
                                        """
                                        {"namespace": "ns", "name": "job-first-x", "job": {"kind": "Job", "name": "first"}},
                                        {"namespace": "ns", "name": "group"}"""),
                                "{}"))
                .containsExactly(
                        "Workload ns/w waits in ClusterQueue a, at the head.",
                        "It is not admitted, whatever fits: waiting for all (WaitingForPodsReady)."
                                + " Not ready: ns/job-first-x (Job first), ns/group.");
    }

    @Test
    void namesAFewOfMany() throws Exception {
        String many =
                IntStream.range(0, 5)
                        .mapToObj("{\"namespace\": \"ns\", \"name\": \"w%d\"}"::formatted)
                        .collect(Collectors.joining(","));
        assertThat(told(blocked(many), "{}"))
                .last()
                .asString()
                .endsWith("Not ready: ns/w0, ns/w1, ns/w2 and 2 more.");
    }

    /// Nothing is decided about one whose `Requeued` is False, whatever it would come to.
    @ParameterizedTest
    @ValueSource(strings = {"NoFit", "NeedsPreemption", "Blocked"})
    void tellsUntilWhenItIsNotTried(String decision) throws Exception {
        assertThat(
                        told(
                                """
                                "place": {"queued": "Parked", "clusterQueue": "a"},
                                "notRequeued": {"reason": "PodsReadyTimeout", "message": "Said why", "until": "2030-01-01T00:00:00Z"},
                                "outlook": {"decision": "%s"}"""
                                        .formatted(decision),
                                "{}"))
                .contains(
                        "It is not tried before 2030-01-01T00:00:00Z (PodsReadyTimeout): Said why.");
    }

    @Test
    void tellsWhatHoldsItNowAndNotAnOldShortage() throws Exception {
        assertThat(
                        told(
                                """
                                "place": {"queued": "None"}, "outlook": {"decision": "NotQueued", "obstacle": "Held",
                                 "hold": "WaitingForReplacementPods", "message": "WaitingForReplacementPods: pod g1 is being deleted"}""",
                                """
                                {"status": {"conditions": [{"type": "QuotaReserved", "status": "False", "message": "insufficient quota"}]}}
                                """))
                .containsExactly(
                        "Workload ns/w is in no queue: it is held back (WaitingForReplacementPods: pod g1 is being deleted).");
    }

    @Test
    void tellsThatAGroupKeepsItsQuotaForNewPods() throws Exception {
        assertThat(
                        told(
                                """
                                "place": {"queued": "None"}, "outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"}""",
                                """
                                {"status": {"conditions": [
                                 {"type": "WaitingForReplacementPods", "status": "True", "message": "Some Failed pods need replacement"}]}}
                                """))
                .containsExactly(
                        "Workload ns/w waits no longer: it holds quota.",
                        "It waits for pods in the place of others (Some Failed pods need replacement).");
    }

    /// Once admitted it does not wait for a check that goes back to Pending; before that it does.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "True | waits no longer: it holds quota. "
                        + "| It is admitted, so this has no effect: admission check budget: Pending (\"hm\")",
                "False | holds quota. | It waits for admission check budget: Pending (\"hm\")"
            })
    void aCheckThatGoesBackDoesNotHoldWhatRuns(String admitted, String place, String check)
            throws Exception {
        assertThat(
                        told(
                                """
                                "place": {"queued": "None"}, "outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"}""",
                                """
                                {"status": {"conditions": [{"type": "Admitted", "status": "%s"}],
                                 "admissionChecks": [{"name": "budget", "state": "Pending", "message": "hm"}]}}
                                """
                                        .formatted(admitted)))
                .containsExactly("Workload ns/w " + place.strip(), check);
    }
}
