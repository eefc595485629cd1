package dev.sluice.controllers.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A job whose queue sends jobs to other clusters is left to them (L2.11).
class OtherClustersTest {
    private static final String OTHERS = "kueue.x-k8s.io/multikueue";

    /// `near` has a check of somebody's, `far` one of MultiKueue as well, `broken` names a check that is missing; `lost` has
    /// no ClusterQueue.
    private static final Map<String, String> OBJECTS =
            Map.of(
                    "LocalQueue/ns/near", "{'spec':{'clusterQueue':'near'}}",
                    "LocalQueue/ns/far", "{'spec':{'clusterQueue':'far'}}",
                    "LocalQueue/ns/broken", "{'spec':{'clusterQueue':'broken'}}",
                    "LocalQueue/ns/lost", "{'spec':{'clusterQueue':'lost'}}",
                    "ClusterQueue//near", queue("some"),
                    "ClusterQueue//far", queue("some", "mk"),
                    "ClusterQueue//broken", queue("missing"),
                    "AdmissionCheck//some", "{'spec':{'controllerName':'example.com/some'}}",
                    "AdmissionCheck//mk", "{'spec':{'controllerName':'" + OTHERS + "'}}");

    private static final class ManagingCluster extends EmptyCluster {
        @Override
        public @Nullable JsonNode object(
                String apiVersion, String kind, String namespace, String name) {
            String json = OBJECTS.get(kind + "/" + namespace + "/" + name);
            return json == null ? null : read(json);
        }
    }

    private static String queue(String... checks) {
        List<String> names = List.of(checks).stream().map("{'name':'%s'}"::formatted).toList();
        return "{'spec':{'admissionChecksStrategy':{'admissionChecks':" + names + "}}}";
    }

    private static ObjectNode read(String json) {
        try {
            return (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    private static ObjectNode job(String queue, String managedBy) {
        ObjectNode job = read("{'metadata':{'labels':{}},'spec':{}}");
        if (!queue.isEmpty()) {
            job.withObject("/metadata/labels").put("kueue.x-k8s.io/queue-name", queue);
        }
        if (!managedBy.isEmpty()) {
            job.withObject("/spec").put("managedBy", managedBy);
        }
        return job;
    }

    private static Review write(ObjectNode job, @Nullable ObjectNode old) {
        return new Review(
                old == null ? Review.Operation.CREATE : Review.Operation.UPDATE,
                "batch",
                "Job",
                "",
                "ns",
                job,
                old);
    }

    private static Webhooks webhooks(String gates) {
        return new Webhooks(Configuration.read(gates, FeatureGates.defaults()));
    }

    private static String managerOf(String gates, String queue, String managedBy) {
        ObjectNode job = job(queue, managedBy);
        webhooks(gates).mutate(write(job, null), new ManagingCluster());
        return job.at("/spec/managedBy").asText();
    }

    @ParameterizedTest
    @CsvSource({
        "far,, " + OTHERS,
        "far, kubernetes.io/job-controller, " + OTHERS,
        "far, example.com/other, example.com/other",
        "near,, ''",
        "near, kubernetes.io/job-controller, kubernetes.io/job-controller",
        "broken,, ''",
        "lost,, ''",
        "missing,, ''"
    })
    void takeTheJobsOfQueuesWithTheirCheck(
            String queue, @Nullable String managedBy, String expected) {
        assertThat(managerOf("{}", queue, managedBy == null ? "" : managedBy)).isEqualTo(expected);
    }

    @Test
    void takeNoJobWithoutAQueue() {
        assertThat(managerOf("manageJobsWithoutQueueName: true", "", "")).isEmpty();
    }

    @Test
    void takeNoJobWithoutTheGate() {
        assertThat(managerOf("featureGates: {MultiKueue: false}", "far", "")).isEmpty();
    }

    /// Only when the job is made: later the field cannot change.
    @Test
    void takeNoJobThatIsThere() {
        ObjectNode moved = job("far", "");
        webhooks("{}").mutate(write(moved, job("near", "")), new ManagingCluster());
        assertThat(moved.at("/spec/managedBy").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "{}, far, \"\"",
                "{}, missing, \"\"",
                "{}, lost, \"\"",
                "{}, near, the ClusterQueue of its queue near has no admission check of " + OTHERS,
                "{}, \"\", it names no queue (label kueue.x-k8s.io/queue-name)",
                "featureGates: {MultiKueue: false}, far, the feature gate MultiKueue is off"
            })
    void aJobForThemThatTheyDoNotGetIsToldSo(String gates, String queue, String why) {
        List<String> warnings =
                webhooks(gates).warnings(write(job(queue, OTHERS), null), new ManagingCluster());

        assertThat(warnings)
                .isEqualTo(
                        why.isEmpty()
                                ? List.of()
                                : List.of(
                                        "spec.managedBy: nothing runs this job, neither here nor on other clusters: "
                                                + why));
    }
}
