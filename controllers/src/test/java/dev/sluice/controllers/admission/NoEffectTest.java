package dev.sluice.controllers.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Who writes what does nothing here is told so when it is new.
class NoEffectTest {
    private static final String HELD =
            "{'metadata':{'annotations':{'kueue.x-k8s.io/scheduling-gated-by':'a.b/c'}}}";

    private static List<String> warnings(
            String settings, String group, String kind, String object, @Nullable String old)
            throws JsonProcessingException {
        Review review =
                new Review(
                        old == null ? Review.Operation.CREATE : Review.Operation.UPDATE,
                        group,
                        kind,
                        "",
                        "ns",
                        read(object),
                        old == null ? null : read(old));
        Webhooks webhooks = new Webhooks(Configuration.read(settings, FeatureGates.defaults()));
        assertThat(webhooks.concern(review)).isTrue();
        return webhooks.warnings(review, new EmptyCluster());
    }

    private static ObjectNode read(String json) throws JsonProcessingException {
        return (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "kueue.x-k8s.io | ResourceFlavor | {'spec':{'topologyName':'t'}} | spec.topologyName: has no effect yet",
                "kueue.x-k8s.io | AdmissionCheck | {'spec':{'controllerName':'kueue.x-k8s.io/provisioning-request'}}"
                        + "| requests for provisioning are not made yet",
                "batch | Job | {'spec':{'template':{'metadata':{'annotations':{'kueue.x-k8s.io/podset-required-topology':'x'}}}}}"
                        + "| topology-aware scheduling is not done",
                "batch | Job | " + HELD + "| holds nothing, because the job names no queue"
            })
    void whatDoesNothingIsToldOnce(String group, String kind, String object, String expected)
            throws Exception {
        assertThat(warnings("{}", group, kind, object, null))
                .singleElement()
                .asString()
                .contains(expected);
        assertThat(warnings("{}", group, kind, object, object)).isEmpty();
        assertThat(warnings("{}", group, kind, "{'metadata':{}}", object)).isEmpty();
    }

    @Test
    void aGateOfAJobThatIsQueuedHolds() throws Exception {
        String queued =
                HELD.replace(
                        "'annotations'",
                        "'labels':{'kueue.x-k8s.io/queue-name':'q'},'annotations'");
        assertThat(warnings("{}", "batch", "Job", queued, null)).isEmpty();
        assertThat(warnings("manageJobsWithoutQueueName: true", "batch", "Job", HELD, null))
                .isEmpty();
        assertThat(warnings("{}", "batch", "Job", HELD, queued)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "kueue.x-k8s.io | AdmissionCheck | {'spec':{'controllerName':'kueue.x-k8s.io/multikueue'}}"
                        + "| nothing in Sluice answers for kueue.x-k8s.io/multikueue, the feature gate MultiKueue is off",
                "batch | Job | {'spec':{'managedBy':'kueue.x-k8s.io/multikueue'}}"
                        + "| nothing in Sluice runs jobs of kueue.x-k8s.io/multikueue, the feature gate MultiKueue is off"
            })
    void severalClustersAreAnsweredForUnlessTheGateIsOff(
            String group, String kind, String object, String expected) throws Exception {
        assertThat(warnings("featureGates: {MultiKueue: true}", group, kind, object, null))
                .isEmpty();
        assertThat(warnings("featureGates: {MultiKueue: false}", group, kind, object, null))
                .singleElement()
                .asString()
                .contains(expected);
    }
}
