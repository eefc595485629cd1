package dev.sluice.api.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// A16: `v1beta1` and back.
class VersionsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static ObjectNode object(String version, String kind, String rest) throws IOException {
        ObjectNode object = (ObjectNode) JSON.readTree(rest.replace('\'', '"'));
        return object.put("apiVersion", "kueue.x-k8s.io/" + version).put("kind", kind);
    }

    private static ObjectNode upgraded(String kind, String rest) throws IOException {
        ObjectNode object = object("v1beta1", kind, rest);
        Versions.convert(object, "kueue.x-k8s.io/v1beta2");
        return object.without(java.util.List.of("apiVersion", "kind"));
    }

    private static ObjectNode downgraded(String kind, String rest) throws IOException {
        ObjectNode object = object("v1beta2", kind, rest);
        Versions.convert(object, "kueue.x-k8s.io/v1beta1");
        return object.without(java.util.List.of("apiVersion", "kind"));
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
    }

    @Test
    void aClusterQueueKeepsCohortChecksAndFungibility() throws IOException {
        assertThat(
                        upgraded(
                                        "ClusterQueue",
                                        "{'spec': {'cohort': 'c', 'admissionChecks': ['a'],"
                                                + " 'flavorFungibility': {'whenCanBorrow': 'Borrow',"
                                                + " 'whenCanPreempt': 'TryNextFlavor'}}}")
                                .get("spec"))
                .isEqualTo(
                        json(
                                "{'cohortName': 'c', 'admissionChecksStrategy': {'admissionChecks':"
                                        + " [{'name': 'a'}]}, 'flavorFungibility': {'whenCanBorrow':"
                                        + " 'MayStopSearch', 'whenCanPreempt': 'TryNextFlavor'}}"));
        assertThat(downgraded("ClusterQueue", "{'spec': {'cohortName': 'c'}}"))
                .isEqualTo(json("{'spec': {'cohort': 'c'}}"));
    }

    @Test
    void anEmptyListOfChecksLeavesTheStrategy() throws IOException {
        assertThat(
                        upgraded(
                                        "ClusterQueue",
                                        "{'spec': {'admissionChecks': [], 'admissionChecksStrategy':"
                                                + " {'admissionChecks': [{'name': 'b'}]}}}")
                                .at("/spec/admissionChecksStrategy/admissionChecks/0/name")
                                .asText())
                .isEqualTo("b");
    }

    @Test
    void aPriorityClassIsOfTheKindThatItsSourceNames() throws IOException {
        String old =
                "{'priorityClassName': 'p', 'priorityClassSource': 'scheduling.k8s.io/priorityclass'}";
        ObjectNode spec = (ObjectNode) upgraded("Workload", "{'spec': " + old + "}").get("spec");
        assertThat(spec)
                .isEqualTo(
                        json(
                                "{'priorityClassRef': {'group': 'scheduling.k8s.io', 'kind':"
                                        + " 'PriorityClass', 'name': 'p'}}"));
        assertThat(downgraded("Workload", "{'spec': " + spec + "}").get("spec"))
                .isEqualTo(json(old));
        assertThat(
                        upgraded(
                                        "Workload",
                                        "{'spec': {'priorityClassName': 'p', 'priorityClassSource': ''}}")
                                .get("spec"))
                .isEmpty();
    }

    @Test
    void statusFieldsWithOtherNamesAreKept() throws IOException {
        assertThat(
                        upgraded(
                                        "Workload",
                                        "{'status': {'accumulatedPastExexcutionTimeSeconds': 3}}")
                                .get("status"))
                .isEqualTo(json("{'accumulatedPastExecutionTimeSeconds': 3}"));
        assertThat(downgraded("LocalQueue", "{'status': {'flavorsUsage': []}}"))
                .isEqualTo(json("{'status': {'flavorUsage': []}}"));
    }

    @Test
    void aClusterOfMultiKueueNamesItsSource() throws IOException {
        assertThat(
                        upgraded(
                                "MultiKueueCluster",
                                "{'spec': {'kubeConfig': {'location': 's', 'locationType': 'Secret'}}}"))
                .isEqualTo(
                        json(
                                "{'spec': {'clusterSource': {'kubeConfig': {'location': 's',"
                                        + " 'locationType': 'Secret'}}}}"));
        assertThat(
                        downgraded(
                                "MultiKueueCluster",
                                "{'spec': {'clusterSource': {'kubeConfig': {'location': 's'}}}}"))
                .isEqualTo(json("{'spec': {'kubeConfig': {'location': 's'}}}"));
    }

    @Test
    void objectsOfOtherGroupsAreLeft() throws IOException {
        ObjectNode job = json("{'apiVersion': 'batch/v1', 'kind': 'Job', 'spec': {'cohort': 'c'}}");
        Versions.convert(job, "kueue.x-k8s.io/v1beta2");
        assertThat(job.at("/spec/cohort").asText()).isEqualTo("c");
    }
}
