package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationTextTest {

    private static List<String> told(String json) throws JsonProcessingException {
        return ExplanationText.lines(new ObjectMapper().readTree(json));
    }

    @Test
    void tellsFlavorsVictimsAndQuota() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"},
                                 "place": {"queued": "Active", "clusterQueue": "a", "ahead": 3},
                                 "outlook": {
                                  "decision": "NeedsPreemption",
                                  "victims": [{"namespace": "ns", "name": "b1"}],
                                  "closedGates": ["team.example.com/gate"],
                                  "podSets": [{"name": "main", "count": 2,
                                   "flavors": [{"resource": "cpu", "flavor": "x", "borrowingLevel": 1}],
                                   "tried": [{"flavor": "x", "verdict": "Reclaim",
                                    "reasons": [{"message": "2 more needed", "node": "co"}]}]}],
                                  "victimSearches": [{"contended": ["x/cpu"], "borrowing": true, "sufficed": true,
                                   "looked": [{"namespace": "ns", "name": "b1", "clusterQueue": "b", "fate": "Taken"}]}],
                                  "rooms": [{"node": "a", "flavor": "x", "resource": "cpu", "subtree": "4",
                                   "used": "1", "available": "0"}]}}
                                """))
                .containsExactly(
                        "Workload ns/w waits in ClusterQueue a, with 3 ahead of it.",
                        "It needs quota that others use. It would preempt: ns/b1.",
                        "It does not, because of closed preemption gates: team.example.com/gate.",
                        "",
                        "Pod set main, pods: 2",
                        "  cpu in flavor x, borrowed",
                        "  tried flavor x: fits after a preemption in other queues",
                        "    2 more needed (limited by co)",
                        "",
                        "Victims looked at:",
                        "  for x/cpu, borrowing allowed: enough",
                        "    ns/b1 in b: would have to go",
                        "",
                        "Quota, from its ClusterQueue upwards:",
                        "  a: 1 of 4 cpu used in flavor x, 0 available to it");
    }

    @Test
    void tellsWhatKeepsAWorkloadOutOfItsQueue() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "outlook": {"decision": "NotQueued", "obstacle": "LocalQueueClosed"}}
                                """))
                .containsExactly(
                        "Workload ns/w is in no queue.",
                        "Its LocalQueue does not exist or is stopped.");
    }
}
