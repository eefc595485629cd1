package dev.sluice.controllers.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGates;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What Deployments and StatefulSets in queues become, and what they must not (L3.50, L3.60, L3.65, L2.12).
class ServingRulesTest {
    private static final YAMLMapper YAML = new YAMLMapper();
    private static final String QUEUED = "labels: {kueue.x-k8s.io/queue-name: q}";
    private static final String PARENT = "kueue.x-k8s.io/pod-suspending-parent";

    /// L3.60
    @Test
    void theTemplateOfAStatefulSetSaysWhoseItsPodsAre() throws JsonProcessingException {
        ObjectNode set = mutated("StatefulSet", object("StatefulSet", QUEUED, "2", ""));

        assertThat(set.at("/spec/template/metadata").toString())
                .isEqualTo("{\"annotations\":{\"" + PARENT + "\":\"statefulset\"}}");
    }

    /// L3.60: as one of a LeaderWorkerSet.
    @Test
    void whatAnotherFrameworkQueuesIsLeftToIt() throws JsonProcessingException {
        ObjectNode set = object("StatefulSet", QUEUED, "2", "");
        set.withObject("/spec/template/metadata/annotations").put(PARENT, "of/another");

        assertThat(mutated("StatefulSet", set.deepCopy())).isEqualTo(set);
    }

    /// L2.8
    @Test
    void aNewOneWithoutAQueueGetsTheDefaultOne() throws JsonProcessingException {
        ObjectNode deployment = mutated("Deployment", object("Deployment", "name: x", "2", ""));

        assertThat(Review.label(deployment, "kueue.x-k8s.io/queue-name")).isEqualTo("default");
        assertThat(Review.label(deployment.at("/spec/template"), "kueue.x-k8s.io/queue-name"))
                .isEqualTo("default");
    }

    /// KEP-8729: each pod has its own Workload.
    @Test
    void constraintsOfADeploymentAreThoseOfItsPods() throws JsonProcessingException {
        ObjectNode deployment =
                mutated(
                        "Deployment",
                        object(
                                "Deployment",
                                QUEUED + ", annotations: {kueue.x-k8s.io/cannot-borrow: 'true'}",
                                "2",
                                ""));

        assertThat(
                        Review.annotation(
                                deployment.at("/spec/template"), "kueue.x-k8s.io/cannot-borrow"))
                .isEqualTo("true");
    }

    /// L2.12
    @Test
    void noWorkloadIsBroughtAlong() throws JsonProcessingException {
        for (String kind : new String[] {"Deployment", "StatefulSet"}) {
            ObjectNode object = object(kind, QUEUED, "2", "");
            object.withObject("/metadata/labels").put("kueue.x-k8s.io/prebuilt-workload-name", "w");

            assertThat(refusal(kind, object, null, null))
                    .endsWith(
                            "metadata.labels[kueue.x-k8s.io/prebuilt-workload-name]: Forbidden: Is not supported for \"apps/v1, Kind="
                                    + kind
                                    + "\"");
        }
    }

    /// L3.65
    @Test
    void aStatefulSetGoesToZeroOrComesFromThere() throws JsonProcessingException {
        assertThat(scaled("2", "0", "", null)).isEmpty();
        assertThat(scaled("0", "2", "", null)).isEmpty();
        assertThat(scaled("3", "2", "", null))
                .endsWith("spec.replicas: Invalid value: 2: field is immutable");
        assertThat(scaled("0", "2", "status: {replicas: 1}", null))
                .endsWith("spec.replicas: Forbidden: scaling down is still in progress");
    }

    /// L3.65
    @Test
    void itComesBackWhenItsWorkloadHoldsNothing() throws JsonProcessingException {
        String detail =
                "spec.replicas: Forbidden: workload from previous scale-down is still being deleted";

        assertThat(scaled("0", "2", "", workload("'True'", "QuotaReserved", true)))
                .endsWith(detail);
        assertThat(scaled("0", "2", "", workload("'False'", "WaitingForQuota", true)))
                .endsWith(detail);
        assertThat(scaled("0", "2", "", workload("'False'", "OnHold", true))).isEmpty();
        assertThat(scaled("0", "2", "", workload("'False'", "Deactivated", false))).isEmpty();
    }

    /// KEP-6915: it has asked for nothing yet.
    @Test
    void aHeldOneMayChange() throws JsonProcessingException {
        String held = QUEUED + ", annotations: {kueue.x-k8s.io/scheduling-gated-by: a.io/x}";
        ObjectNode old = object("StatefulSet", held, "2", "");
        ObjectNode now = object("StatefulSet", held, "3", "");
        now.withObject("/spec/template/spec/nodeSelector").put("a", "b");

        assertThat(refusal("StatefulSet", now, old, null)).isEmpty();
    }

    /// L3.65: the shape of L3.13, and nothing else.
    @Test
    void whatDecidesAboutTheRoleStays() throws JsonProcessingException {
        ObjectNode old = object("StatefulSet", QUEUED, "2", "");
        ObjectNode image = old.deepCopy();
        container(image).put("image", "other");
        ObjectNode requests = old.deepCopy();
        container(requests).withObject("/resources/requests").put("cpu", "2");
        ObjectNode more = old.deepCopy();
        more.withArray("/spec/template/spec/containers").addObject().put("name", "d");
        ObjectNode tolerating = old.deepCopy();
        tolerating.withArray("/spec/template/spec/tolerations").addObject().put("key", "k");

        assertThat(refusal("StatefulSet", image, old, null)).isEmpty();
        assertThat(refusal("StatefulSet", requests, old, null))
                .endsWith(
                        "spec.template.spec.containers[0].resources.requests: Invalid value: {\"cpu\":\"2\"}: field is immutable");
        assertThat(refusal("StatefulSet", more, old, null))
                .contains("spec.template.spec.containers: Invalid value: [{");
        assertThat(refusal("StatefulSet", tolerating, old, null))
                .endsWith(
                        "spec.template.spec.tolerations: Invalid value: [{\"key\":\"k\"}]: field is immutable");
    }

    private static ObjectNode container(ObjectNode set) {
        return (ObjectNode) set.at("/spec/template/spec/containers/0");
    }

    private static String scaled(
            String before, String after, String status, @Nullable JsonNode workload)
            throws JsonProcessingException {
        return refusal(
                "StatefulSet",
                object("StatefulSet", QUEUED, after, status),
                object("StatefulSet", QUEUED, before, status),
                workload);
    }

    private static JsonNode workload(String reserved, String reason, boolean active)
            throws JsonProcessingException {
        return YAML.readTree(
                "{spec: {active: %s}, status: {conditions: [{type: QuotaReserved, status: %s, reason: %s}]}}"
                        .formatted(active, reserved, reason));
    }

    private static ObjectNode mutated(String kind, ObjectNode object) {
        assertThat(webhooks().mutate(review(kind, object, null), new Managed(null))).isEmpty();
        return object;
    }

    /// Empty when nothing is refused.
    private static String refusal(
            String kind, ObjectNode object, @Nullable ObjectNode old, @Nullable JsonNode workload) {
        return webhooks()
                .validate(review(kind, object, old), new Managed(workload))
                .map(Webhooks.Denied::message)
                .orElse("");
    }

    private static Webhooks webhooks() {
        return new Webhooks(
                Configuration.read(
                        "integrations: {frameworks: [deployment, statefulset]}",
                        FeatureGates.defaults()));
    }

    private static Review review(String kind, ObjectNode object, @Nullable ObjectNode old) {
        return new Review(
                old == null ? Review.Operation.CREATE : Review.Operation.UPDATE,
                "apps",
                kind,
                "",
                "ns",
                object,
                old);
    }

    private static ObjectNode object(String kind, String metadata, String replicas, String status)
            throws JsonProcessingException {
        return (ObjectNode)
                YAML.readTree(
                        """
                        kind: %s
                        metadata: {name: s, uid: u, %s}
                        spec:
                          replicas: %s
                          template:
                            spec:
                              containers: [{name: c, image: i, resources: {requests: {cpu: "1"}}}]
                        %s
                        """
                                .formatted(
                                        kind, metadata.replace("name: x", ""), replicas, status));
    }

    /// A managed namespace with a queue `default`.
    private static final class Managed extends EmptyCluster {
        private final @Nullable JsonNode workload;

        Managed(@Nullable JsonNode workload) {
            this.workload = workload;
        }

        @Override
        public boolean localQueueExists(String namespace, String name) {
            return name.equals("default");
        }

        @Override
        public @Nullable JsonNode object(
                String apiVersion, String kind, String namespace, String name) {
            return kind.equals("Workload") && name.startsWith("statefulset-s-") ? workload : null;
        }

        @Override
        public Map<String, String> namespaceLabels(String namespace) {
            return Map.of();
        }
    }
}
