package dev.sluice.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Deployments and StatefulSets are explained as jobs are.
class ServingTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Deployment  |   | deployment  | 2 | Deployment ns/x has no Workloads: it names no queue (label kueue.x-k8s.io/queue-name).",
                "StatefulSet | q |             | 2 | StatefulSet ns/x is not queued. Maybe integrations.frameworks does not name statefulset, or its namespace is not managed.",
                "StatefulSet | q | statefulset | 0 | StatefulSet ns/x has no replicas, so there is nothing to queue.",
                "Deployment  | q | deployment  | 2 | Deployment ns/x has no Workload in queue q yet."
            })
    void saysWhyThereIsNoWorkload(
            String kind,
            @Nullable String queue,
            @Nullable String parent,
            int replicas,
            String expected) {
        ObjectNode object = object(kind, queue, parent);
        object.withObject("/spec").put("replicas", replicas);

        assertThat(UnqueuedJob.lines(object, JSON.createObjectNode(), true, JSON.createArrayNode()))
                .containsExactly(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Deployment  | Its pods get Workloads when that is empty.",
                "StatefulSet | It gets a Workload when that is empty."
            })
    void saysWhatHoldsIt(String kind, String then) {
        ObjectNode object = object(kind, "q", "any");
        object.withObject("/metadata/annotations")
                .put("kueue.x-k8s.io/scheduling-gated-by", "a.io/x");

        assertThat(UnqueuedJob.lines(object, JSON.createObjectNode(), true, JSON.createArrayNode()))
                .containsExactly(
                        kind
                                + " ns/x is held back by the annotation"
                                + " kueue.x-k8s.io/scheduling-gated-by: a.io/x. "
                                + then);
    }

    private static ObjectNode object(String kind, @Nullable String queue, @Nullable String parent) {
        ObjectNode object = JSON.createObjectNode().put("kind", kind);
        object.withObject("/metadata").put("name", "x").put("namespace", "ns");
        if (queue != null) {
            object.withObject("/metadata/labels").put("kueue.x-k8s.io/queue-name", queue);
        }
        if (parent != null) {
            object.withObject("/spec/template/metadata/annotations")
                    .put("kueue.x-k8s.io/pod-suspending-parent", parent);
        }
        return object;
    }

    /// Pods of two ReplicaSets count, those of another Deployment do not; the oldest that waits comes first.
    @Test
    void countsThePodsOfADeployment() throws JsonProcessingException {
        JsonNode sets = owned("old d", "new d", "other e");
        JsonNode pods = owned("p2 new", "p1 old", "p3 new", "p4 new", "p9 other");
        JsonNode workloads = owned("w1 p1 Admitted", "w2 p2", "w3 p3", "w9 p9");

        DeploymentsPods counted =
                DeploymentsPods.of(
                        JSON.readTree("{\"metadata\": {\"uid\": \"d\"}}"), sets, pods, workloads);

        assertThat(counted.waiting()).containsExactly("w2", "w3");
        assertThat(counted.summary("ns/d"))
                .isEqualTo(
                        "The pods of Deployment ns/d are queued one by one: 1 of 4 is admitted, 2 wait, 1 has no Workload.");
    }

    /// Each as its name, its owner and the conditions that are true; the name is the UID as well.
    private static JsonNode owned(String... objects) throws JsonProcessingException {
        return JSON.readTree(
                Stream.of(objects)
                        .map(words -> words.split(" "))
                        .map(
                                words ->
                                        """
                                        {"metadata": {"name": "%1$s", "uid": "%1$s", "ownerReferences": [{"uid": "%2$s"}]},
                                         "status": {"conditions": [{"type": "%3$s", "status": "True"}]}}
                                        """
                                                .formatted(
                                                        words[0],
                                                        words[1],
                                                        words.length > 2 ? words[2] : "Other"))
                        .collect(Collectors.joining(",", "[", "]")));
    }
}
