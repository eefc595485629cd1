package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplanationTextTest {

    private static List<String> told(String json) throws JsonProcessingException {
        return told(json, "{}");
    }

    private static List<String> told(String json, String workload) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        return ExplanationText.lines(mapper.readTree(json), mapper.readTree(workload));
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Held | QuotaReserved | Admission is gated by: a/b"
                        + "| is in no queue: it is held back (Admission is gated by: a/b).",
                "HoldsQuota | QuotaReserved | Quota reserved in ClusterQueue cq"
                        + "| waits no longer: it holds quota (Quota reserved in ClusterQueue cq).",
                "Finished | Finished | Job finished successfully | has finished (Job finished successfully).",
                "Inactive | Other | x | is in no queue: it is not active (spec.active is false)."
            })
    void tellsWhatKeepsAWorkloadOutOfItsQueue(
            String obstacle, String condition, String message, String expected) throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "outlook": {"decision": "NotQueued", "obstacle": "%s"}}
                                """
                                        .formatted(obstacle),
                                """
                                {"spec": {"queueName": "lq"}, "status": {"conditions": [{"type": "%s", "message": "%s"}]}}
                                """
                                        .formatted(condition, message)))
                .containsExactly("Workload ns/w " + expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AdmissionCheck | '' | (AdmissionCheck): Said why.",
                "PodsReadyTimeout | ', \"until\": \"2030-01-01T00:00:00Z\"' "
                        + "| before 2030-01-01T00:00:00Z (PodsReadyTimeout): Said why.",
                "DeactivatedDueToAdmissionCheck | '' | (DeactivatedDueToAdmissionCheck): Said why."
                        + " When the Workload is deleted, its job gets a new one, which is tried."
            })
    void tellsWhyOneThatFitsIsNotTried(String reason, String until, String expected)
            throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"},
                                 "place": {"queued": "Parked", "clusterQueue": "a", "ahead": 0},
                                 "notRequeued": {"reason": "%s", "message": "Said why"%s},
                                 "outlook": {"decision": "Fits"}}
                                """
                                        .formatted(reason, until)))
                .last()
                .isEqualTo("It would fit now, but is not tried " + expected);
    }

    @Test
    void tellsWhichQueueIsMissing() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "outlook": {"decision": "NotQueued", "obstacle": "LocalQueueClosed",
                                  "message": "LocalQueue lq does not exist"}}
                                """))
                .containsExactly("Workload ns/w is in no queue: LocalQueue lq does not exist.");
    }

    @Test
    void tellsWhatAWorkloadHoldsAndWhoseQuotaThatIs() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "holds": [
                                  {"clusterQueue": "a", "flavor": "x", "resource": "cpu", "amount": "3",
                                   "queueNominal": "4", "queueUsed": "6", "borrowedMost": "2", "borrowedFrom": "hall"},
                                  {"clusterQueue": "a", "flavor": "x", "resource": "memory", "amount": "1Gi",
                                   "queueNominal": "4Gi", "queueUsed": "2Gi"}],
                                 "outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"}}
                                """))
                .containsExactly(
                        "Workload ns/w waits no longer: it holds quota.",
                        "It holds 3 cpu in flavor x of ClusterQueue a, up to 2 of it borrowed from Cohort hall"
                                + " (a uses 6, and has 4 of its own).",
                        "It holds 1Gi memory in flavor x of ClusterQueue a, none of it borrowed.");
    }

    @Test
    void tellsWhoEvictedAWorkload() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"},
                                 "place": {"queued": "Active", "clusterQueue": "a", "ahead": 0},
                                 "evicted": {"at": "2030-01-01T00:00:00Z", "reason": "Preempted",
                                  "by": {"namespace": "ns", "name": "v"},
                                  "message": "Preempted to accommodate workload ns/v due to something"},
                                 "outlook": {"decision": "Fits"}}
                                """))
                .contains(
                        "It was evicted at 2030-01-01T00:00:00Z (Preempted):"
                                + " Preempted to accommodate workload ns/v due to something.");
    }

    @Test
    void tellsWhichCheckAWorkloadWithQuotaWaitsFor() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"}}
                                """,
                                """
                                {"status": {"admissionChecks": [{"name": "a", "state": "Ready"},
                                 {"name": "b", "state": "Pending", "message": "soon"}]}}
                                """))
                .containsExactly(
                        "Workload ns/w holds quota.",
                        "It waits for admission check b: Pending (\"soon\")");
    }

    /// Amounts that stand beside each other are in one unit; names that look like amounts are left alone.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 12188Mi of 8Gi memory used | a: 11.9Gi of 8Gi memory used",
                "a: 1500m of 4 cpu used in flavor f-500m | a: 1.5 of 4 cpu used in flavor f-500m",
                "500m more needed | 500m more needed",
                "1Ki of 1Gi in flavor 100Mi-x, request (512Mi) | 0.000000954Gi of 1Gi in flavor 100Mi-x, request (0.5Gi)"
            })
    void amountsOfASentenceAreInOneUnit(String sentence, String expected) {
        assertThat(OneUnit.in(sentence)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | names no queue (label kueue.x-k8s.io/queue-name)",
                "{'labels':{'kueue.x-k8s.io/queue-name':'q'}} | has no Workload in queue q yet",
                "{'labels':{'kueue.x-k8s.io/queue-name':'q'},'annotations':{'kueue.x-k8s.io/scheduling-gated-by':'a/b'}}"
                        + " | held back by the annotation kueue.x-k8s.io/scheduling-gated-by: a/b"
            },
            quoteCharacter = '~')
    void tellsWhyAJobHasNoWorkload(String metadata, String expected) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines =
                UnqueuedJob.lines(
                        mapper.readTree("{\"metadata\":" + metadata.replace('\'', '"') + "}"),
                        mapper.readTree(
                                """
                                {"items": [{"type": "Warning", "message": "new", "lastTimestamp": "2030-01-02T00:00:00Z"},
                                 {"type": "Warning", "message": "old", "lastTimestamp": "2030-01-01T00:00:00Z"},
                                 {"type": "Normal", "message": "other", "lastTimestamp": "2030-01-03T00:00:00Z"}]}
                                """),
                        true,
                        mapper.createArrayNode());
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).contains(expected);
        assertThat(lines.getLast()).isEqualTo("Its last warning: new.");
    }

    @Test
    void tellsThatTheQueueOfAHeldJobIsMissing() throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        assertThat(
                        UnqueuedJob.lines(
                                mapper.readTree(
                                        """
                                        {"metadata": {"name": "j", "namespace": "ns",
                                         "labels": {"kueue.x-k8s.io/queue-name": "q"},
                                         "annotations": {"kueue.x-k8s.io/scheduling-gated-by": "a/b"}}}
                                        """),
                                mapper.createObjectNode(),
                                false,
                                mapper.createArrayNode()))
                .hasSize(2)
                .last()
                .isEqualTo("There is no LocalQueue q in namespace ns.");
    }

    /// Beside an amount that only borrowing would give, the cause is the constraint, and what would be without it.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "'cannot-borrow' | 'Fits' | | Without cannot-borrow it would be admitted now.",
                "'cannot-borrow' | 'NeedsPreemption','victims':[{'namespace':'ns','name':'v'}] |"
                        + "| Without cannot-borrow it would preempt: ns/v.",
                "'cannot-preempt' | 'NeedsPreemption','victims':[] |"
                        + "| Even without cannot-preempt it would wait: nobody may be preempted for it.",
                "'cannot-borrow' | 'NoFit','reason':'WaitingForQuota'"
                        + "| ,{'without':['cannot-preempt','cannot-borrow'],'decision':'Fits'}"
                        + "| Without cannot-preempt and cannot-borrow it would be admitted now."
            })
    void tellsWhatWouldBeWithoutAConstraint(
            String without, String decision, @Nullable String more, String expected)
            throws Exception {
        List<String> told =
                told(
                        """
                        {'metadata': {'namespace': 'ns', 'name': 'w'},
                         'place': {'queued': 'Parked', 'clusterQueue': 'a'},
                         'outlook': {'decision': 'NeedsPreemption', 'victims': [], 'podSets': [{'name': 'main', 'count': 1,
                          'tried': [{'flavor': 'x', 'verdict': 'NoCandidates', 'reasons': [
                           {'kind': 'CannotBorrow', 'message': 'would need to borrow'}]}]}]},
                         'withoutConstraints': [{'without': [%s], 'decision': %s}%s]}
                        """
                                .formatted(without, decision, more == null ? "" : more)
                                .replace('\'', '"'));
        assertThat(told.subList(1, 3))
                .containsExactly(
                        "It would have to borrow, and cannot-borrow is set; nor may anybody be preempted for it.",
                        expected);
    }

    @Test
    void endsASentenceOnce() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"},
                                 "place": {"queued": "Active", "clusterQueue": "a", "ahead": 0},
                                 "outlook": {"decision": "Refused", "message": "ClusterQueue a is stopped."}}
                                """))
                .last()
                .isEqualTo("It would be refused: ClusterQueue a is stopped.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[] | waits for the prebuilt Workload pre (kueue.x-k8s.io/prebuilt-workload-name): missing workload",
                "[{\"metadata\":{\"name\":\"pre\",\"ownerReferences\":[{\"kind\":\"Job\",\"name\":\"b\",\"controller\":true}]}}]"
                        + "| which belongs to Job b"
            })
    void tellsWhatIsWrongWithAPrebuiltWorkload(String workloads, String expected) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (String where : List.of("labels", "annotations")) {
            JsonNode job =
                    mapper.readTree(
                            """
                            {"metadata": {"name": "j", "namespace": "ns",
                             "labels": {"kueue.x-k8s.io/queue-name": "q"}}}
                            """);
            ((ObjectNode) job)
                    .withObject("/metadata/" + where)
                    .put("kueue.x-k8s.io/prebuilt-workload-name", "pre");
            assertThat(
                            UnqueuedJob.lines(
                                    job,
                                    mapper.createObjectNode(),
                                    true,
                                    mapper.readTree(workloads)))
                    .singleElement()
                    .asString()
                    .startsWith("Job ns/j ")
                    .contains(expected);
        }
    }

    @Test
    void tellsWhatEachCopyOfAManagersWorkloadWaitsFor() throws Exception {
        assertThat(
                        told(
                                """
                                {"metadata": {"namespace": "ns", "name": "w"}, "place": {"queued": "None"},
                                 "outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"},
                                 "multiKueue": {"check": "mk", "nextGateAt": "2026-01-01T00:05:00Z", "copies": [
                                  {"cluster": "w1", "asked": true, "there": true, "reason": "WaitingForQuota", "message": "2 more needed",
                                   "gate": "Open", "gateSince": "2026-01-01T00:00:00Z"},
                                  {"cluster": "w2", "asked": true, "there": true, "reason": "AdmissionGated", "message": "gated",
                                   "gate": "AskedFor", "gateSince": "2026-01-01T00:00:01Z"},
                                  {"cluster": "w3", "asked": true, "there": false, "absentSince": "2026-01-01T00:00:02Z"},
                                  {"cluster": "w4", "asked": true, "there": false},
                                  {"cluster": "w5", "asked": false, "there": false},
                                  {"cluster": "w6", "asked": true, "there": true, "gate": "Closed"},
                                  {"cluster": "w7", "asked": true, "there": true, "quotaSince": "2026-01-01T00:00:03Z"}]}}
                                """,
                                "{\"status\": {\"admissionChecks\": [{\"name\": \"mk\", \"state\": \"Pending\"}]}}"))
                .containsExactly(
                        "Workload ns/w holds quota.",
                        "It waits for admission check mk: Pending",
                        "Clusters that may get it, the first that admits its copy does:",
                        "  w1: waits: 2 more needed (WaitingForQuota); may preempt since 2026-01-01T00:00:00Z",
                        "  w2: waits: gated (AdmissionGated); asked to preempt at 2026-01-01T00:00:01Z, its gate is closed",
                        "  w3: not connected since 2026-01-01T00:00:02Z",
                        "  w4: has no copy; it goes when another one has reserved quota, or events of the Workload say why",
                        "  w5: not asked yet",
                        "  w6: waits, and has not been looked at yet",
                        "  w7: has quota reserved there since 2026-01-01T00:00:03Z",
                        "It is the turn of w1 to preempt until 2026-01-01T00:05:00Z, then that of the next one that has asked.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    "cluster": "w1", "copies": []                                                 | Cluster w1 has it.
                    "cluster": "w1", "copies": [{"cluster": "w1", "absentSince": "T"}]            | Cluster w1 has it, and is not connected since T.
                    "copies": [{"cluster": "w1"}], "changesAt": "T"                               | More clusters are asked at T.
                    "copies": [{"cluster": "w1"}], "cannot": ["preempt", "borrow"], "changesAt": "T" | Until T the dispatcher does not let its copies preempt or borrow.
                    """)
    void tellsWhoHasAManagersWorkloadOrWhenMoreIsAllowed(String dispatched, String line)
            throws Exception {
        assertThat(
                        told(
                                """
                                {"outlook": {"decision": "NotQueued", "obstacle": "HoldsQuota"}, "multiKueue": {%s}}
                                """
                                        .formatted(dispatched)))
                .contains(line);
    }
}
