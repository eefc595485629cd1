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

/// Which new pods are gated (L3.12, L2.2, L2.8).
class PodGatingTest {
    private static final String QUEUED = "labels: {kueue.x-k8s.io/queue-name: q}";
    private static final String OWNED =
            "ownerReferences: [{apiVersion: batch/v1, kind: Job, name: j, uid: u1, controller: true}]";

    @Test
    void aPodWithAQueueIsMarkedAndGated() throws JsonProcessingException {
        ObjectNode pod = created("", QUEUED, Cluster.EMPTY);

        assertThat(pod.at("/metadata/labels/kueue.x-k8s.io~1managed").asText()).isEqualTo("true");
        assertThat(pod.at("/metadata/finalizers").toString())
                .isEqualTo("[\"kueue.x-k8s.io/managed\"]");
        assertThat(pod.at("/metadata/annotations/kueue.x-k8s.io~1role-hash").asText()).hasSize(8);
        assertThat(gates(pod)).contains("kueue.x-k8s.io/admission");
    }

    @Test
    void aPodThatAsksForNothingStaysAsItIs() throws JsonProcessingException {
        assertThat(created("", "name: p", Cluster.EMPTY)).isEqualTo(pod("name: p"));
    }

    @Test
    void theQueueNamedDefaultIsForAllThatNameNone() throws JsonProcessingException {
        ObjectNode pod = created("", "name: p", Cluster.EMPTY.withDefaultQueue());

        assertThat(Review.label(pod, "kueue.x-k8s.io/queue-name")).isEqualTo("default");
        assertThat(gates(pod)).contains("kueue.x-k8s.io/admission");
    }

    @Test
    void otherNamespacesAreLeftAlone() throws JsonProcessingException {
        String selector = "managedJobsNamespaceSelector: {matchLabels: {managed: 'yes'}}";

        assertThat(created(selector, QUEUED, Cluster.EMPTY)).isEqualTo(pod(QUEUED));
    }

    @Test
    void podsOfAQueuedJobAreNotQueuedThemselves() throws JsonProcessingException {
        Cluster queued = Cluster.EMPTY.withDefaultQueue().withJob("u1", QUEUED);

        assertThat(created("", OWNED, queued)).isEqualTo(pod(OWNED));
    }

    @Test
    void podsOfAnyOtherOwnerAre() throws JsonProcessingException {
        Cluster cluster = Cluster.EMPTY.withDefaultQueue();

        assertThat(gates(created("", OWNED, cluster.withJob("u1", "name: j")))).isNotEmpty();
        assertThat(gates(created("", OWNED, cluster.withJob("another", QUEUED)))).isNotEmpty();
        assertThat(gates(created("", OWNED, cluster))).isNotEmpty();
    }

    @Test
    void withoutQueueNameTheyAreGatedWhereAllIsManaged() throws JsonProcessingException {
        String all = "manageJobsWithoutQueueName: true";

        assertThat(gates(created(all, "name: p", Cluster.EMPTY))).isNotEmpty();
        assertThat(gates(created(all, OWNED, Cluster.EMPTY.withJob("u1", "name: j")))).isEmpty();
    }

    /// Its parent has said what there is to say.
    @Test
    void aPodWithASuspendingParentIsGatedOnly() throws JsonProcessingException {
        ObjectNode pod =
                created(
                        "",
                        "labels: {kueue.x-k8s.io/managed: 'true'}, "
                                + "annotations: {kueue.x-k8s.io/pod-suspending-parent: deployment}",
                        Cluster.EMPTY);

        assertThat(gates(pod)).contains("kueue.x-k8s.io/admission");
        assertThat(pod.at("/metadata").has("finalizers")).isFalse();
    }

    /// Nobody would let it go.
    @Test
    void aPodWhoseParentHasNotMarkedItStarts() throws JsonProcessingException {
        String ofParent =
                "annotations: {kueue.x-k8s.io/pod-suspending-parent: statefulset}, "
                        + "labels: {kueue.x-k8s.io/queue-name: q}";

        assertThat(created("", ofParent, Cluster.EMPTY)).isEqualTo(pod(ofParent));
    }

    /// L3.14
    @Test
    void whoMarksAPodOfAQueuedOwnerIsWarned() throws JsonProcessingException {
        String marked = "labels: {kueue.x-k8s.io/managed: 'true'}, " + OWNED;
        Cluster queued = Cluster.EMPTY.withJob("u1", QUEUED);

        assertThat(webhooks("").warnings(review(pod(marked)), queued))
                .containsExactly(
                        "pod owner is managed by kueue, label 'kueue.x-k8s.io/managed=true' might lead to unexpected behaviour");
        assertThat(webhooks("").warnings(review(pod(marked)), Cluster.EMPTY)).isEmpty();
    }

    private static ObjectNode created(String configuration, String metadata, Cluster cluster)
            throws JsonProcessingException {
        ObjectNode pod = pod(metadata);
        assertThat(webhooks(configuration).mutate(review(pod), cluster)).isEmpty();
        return pod;
    }

    private static Webhooks webhooks(String configuration) {
        return new Webhooks(
                Configuration.read(
                        "integrations: {frameworks: [batch/job, pod]}\n" + configuration,
                        FeatureGates.defaultsOfPeer()));
    }

    private static Review review(ObjectNode pod) {
        return new Review(Review.Operation.CREATE, "", "Pod", "", "ns", pod, null);
    }

    private static ObjectNode pod(String metadata) throws JsonProcessingException {
        return (ObjectNode)
                new YAMLMapper()
                        .readTree("{kind: Pod, metadata: {%s}, spec: {}}".formatted(metadata));
    }

    private static String gates(ObjectNode pod) {
        JsonNode gates = pod.at("/spec/schedulingGates");
        return gates.isMissingNode() ? "" : gates.toString();
    }

    /// @param job the Job `j`, or null
    private record Cluster(boolean defaultQueue, @Nullable ObjectNode job) implements Lookup {
        static final Cluster EMPTY = new Cluster(false, null);

        Cluster withDefaultQueue() {
            return new Cluster(true, job);
        }

        Cluster withJob(String uid, String metadata) throws JsonProcessingException {
            return new Cluster(defaultQueue, pod(metadata + ", uid: " + uid));
        }

        @Override
        public boolean localQueueExists(String namespace, String name) {
            return defaultQueue && name.equals("default");
        }

        @Override
        public boolean workloadPriorityClassExists(String name) {
            return false;
        }

        @Override
        public @Nullable Map<String, String> annotations(
                String apiVersion, String kind, String namespace, String name) {
            return null;
        }

        @Override
        public @Nullable JsonNode object(
                String apiVersion, String kind, String namespace, String name) {
            return kind.equals("Job") ? job : null;
        }

        @Override
        public Map<String, String> namespaceLabels(String namespace) {
            return Map.of();
        }
    }
}
