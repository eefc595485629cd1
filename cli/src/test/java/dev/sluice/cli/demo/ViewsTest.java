package dev.sluice.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final String QUEUES =
            """
            {"items": [
              {"metadata": {"name": "b"}, "spec": {"resourceGroups": [{"flavors": [
                {"name": "f2", "resources": [{"name": "cpu", "nominalQuota": "4"}]},
                {"name": "f1", "resources": [{"name": "cpu", "nominalQuota": "10"}]}]}]},
               "status": {"pendingWorkloads": 3, "admittedWorkloads": 12, "flavorsReservation": [
                {"name": "f2", "resources": [{"name": "cpu", "total": "6", "borrowed": "2"}]}]}},
              {"metadata": {"name": "a"}, "spec": {"resourceGroups": [{"flavors": [
                {"name": "f1", "resources": [{"name": "cpu", "nominalQuota": "1"}]}]}]}}]}""";

    @Test
    void theQueuesStandInATable() throws IOException {
        assertThat(LiveView.table(QueueRow.of(json(QUEUES))))
                .containsExactly(
                        "QUEUE   PENDING   ADMITTED   FLAVOR   RESOURCE   USED   NOMINAL   BORROWED",
                        "a             0          0   f1       cpu           0         1          0",
                        "b             3         12   f2       cpu           6         4          2",
                        "                             f1       cpu           0        10          0");
    }

    @Test
    void decisionsAreTheEventsOfWorkloads() throws IOException {
        assertThat(happening("Workload", "job-train-01-0f3ab", "QuotaReserved"))
                .isEqualTo("QuotaReserved              ns/train-01: because");
        assertThat(happening("Workload", "hand-made", "Preempted"))
                .isEqualTo("Preempted                  ns/hand-made: because");
        assertThat(happening("Workload", "w", "PreemptedWorkload")).isEmpty();
        assertThat(happening("Job", "train-01", "Started")).isEmpty();
    }

    @Test
    void theShowOpensWithWhatEachQueueOwns() throws IOException {
        assertThat(Opening.lines(Opening.queues("", json(QUEUES))))
                .contains("  a: 1 cpu in f1", "  b: 4 cpu in f2, 10 cpu in f1");
        assertThat(Opening.lines(Opening.queues("", json("{}")))).isEmpty();
    }

    @Test
    void whereThereAreSeveralClustersEachNameBeginsWithItsOwn() throws IOException {
        assertThat(Opening.queues("w1", json(QUEUES))).contains("w1: a: 1 cpu in f1");
        assertThat(LiveView.table(QueueRow.of(json(QUEUES)).stream().map(r -> r.in("w1")).toList()))
                .anyMatch(line -> line.startsWith("w1: a "));
        assertThat(new Happening("Admitted", "ns", "a", "by q").in("w1").line())
                .isEqualTo("Admitted                   w1: ns/a: by q");
    }

    @Test
    void messagesAreToldShortAndWithNames() {
        Map<String, String> names = Map.of("u1", "ns/train");
        assertThat(
                        Wording.of(
                                "Preempted to accommodate a workload (UID: u1, JobUID: u2) due to reclamation within the"
                                        + " cohort; preemptor path: /lab/a; preemptee path: /lab/b; preemptor effective priority: 1",
                                names))
                .isEqualTo("for ns/train, reclamation within the cohort");
        assertThat(
                        Wording.of(
                                "couldn't assign flavors to pod set main: insufficient unused quota for cpu in flavor a, 8 more"
                                        + " needed, insufficient unused quota for cpu in flavor b, 4 more needed. Pending the"
                                        + " preemption of 2 workload(s)",
                                names))
                .isEqualTo("lacks 8 cpu in a, 4 cpu in b; 2 must go");
        assertThat(
                        Wording.of(
                                "Quota reserved in ClusterQueue a, wait time since queued was 17s; Flavors considered: main: b(Fit)",
                                names))
                .isEqualTo("gets quota of a after 17 s");
        assertThat(Wording.of("something else", names)).isEqualTo("something else");
    }

    @Test
    void plainLinesSayWhen() {
        StringWriter text = new StringWriter();
        View view = new PlainView(new PrintWriter(text));

        view.happened(
                Duration.ofMillis(12_340), List.of(new Happening("Admitted", "ns", "a", "by q")));
        view.stands(Duration.ZERO, List.of(), "title");
        view.close();

        assertThat(text)
                .hasToString(
                        "  12.3 s  Admitted                   ns/a: by q" + System.lineSeparator());
    }

    @Test
    void theLivePictureFitsTheTerminalAndLeavesItAsItWas() {
        StringWriter text = new StringWriter();
        View view = new LiveView(new PrintWriter(text), 20);

        view.happened(
                Duration.ofSeconds(1),
                List.of(new Happening("Admitted", "ns", "a", "by a queue with a long name")));
        view.stands(Duration.ofSeconds(2), List.of(), "A title");
        view.close();

        assertThat(text.toString())
                .startsWith("\u001b[?1049h")
                .endsWith("\u001b[?1049l")
                .contains("A title, 2 s");
        assertThat(text.toString().replaceAll("\u001b\\[[?0-9;]*[a-zA-Z]", "").lines())
                .allMatch(line -> line.length() <= 20);
    }

    @Test
    void theTallyCountsByLocalQueue() throws IOException {
        JsonNode workloads =
                json(
                        """
                        {"items": [
                          {"metadata": {"namespace": "ns", "creationTimestamp": "2026-01-01T00:00:00Z"}, "spec": {"queueName": "q"},
                           "status": {"schedulingStats": {"evictions": [{"count": 2}, {"count": 1}]}, "conditions": [
                            {"type": "Admitted", "status": "True", "lastTransitionTime": "2026-01-01T00:00:07Z"},
                            {"type": "Finished", "status": "True", "reason": "Succeeded"}]}},
                          {"metadata": {"namespace": "ns", "creationTimestamp": "2026-01-01T00:00:00Z"}, "spec": {"queueName": "q"},
                           "status": {"conditions": [{"type": "Finished", "status": "True", "reason": "Failed"}]}},
                          {"metadata": {"namespace": "ns"}, "spec": {"queueName": "q"}}]}""");

        assertThat(Tally.of(workloads.path("items")))
                .containsExactly(new Tally("ns/q", 3, 1, 1, 1, 3, List.of(Duration.ofSeconds(7))));
    }

    private static String happening(String kind, String name, String reason) throws IOException {
        String event =
                "{\"reason\": \"%s\", \"message\": \"because\", \"involvedObject\": {\"kind\": \"%s\", \"namespace\": \"ns\", \"name\": \"%s\"}}"
                        .formatted(reason, kind, name);
        return Happening.of(json(event)).map(Happening::line).orElse("");
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }
}
