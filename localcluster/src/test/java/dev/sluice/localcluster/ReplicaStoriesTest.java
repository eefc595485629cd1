package dev.sluice.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Deployments, ReplicaSets, StatefulSets and DaemonSets from their creation to their end (H9.90).
class ReplicaStoriesTest {
    private static final String DEPLOYMENT =
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: ns}
            spec:
              replicas: 4
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: 'web:1'}]}
            """;
    private static final String STATEFUL_SET =
            """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db, namespace: ns}
            spec:
              serviceName: db
              replicas: 3
              selector: {matchLabels: {app: db}}
              template:
                metadata:
                  labels: {app: db}
                  annotations: {sim.sluice.dev/ready-after-seconds: '5'}
                spec: {containers: [{name: c, image: 'db:1'}]}
              volumeClaimTemplates:
              - metadata: {name: data}
                spec:
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
            """;

    @Test
    void aDeploymentRollsOutATemplateAndReturnsToTheOldOne() throws Exception {
        try (Story story = new Story()) {
            create(story, DEPLOYMENT);
            Deployment first = deployment(story);
            assertThat(first.getStatus().getAvailableReplicas()).isEqualTo(4);
            assertThat(condition(first, "Progressing").getReason())
                    .isEqualTo("NewReplicaSetAvailable");
            assertThat(condition(first, "Available").getStatus()).isEqualTo("True");

            patch(story, first, image("web:2"));

            story.pass(Duration.ofSeconds(2));
            assertThat(images(story)).hasSize(4).containsOnly("web:2");
            assertThat(sizes(story)).containsExactlyInAnyOrder(0, 4);
            assertThat(revision(deployment(story))).isEqualTo("2");

            patch(story, first, image("web:1"));

            story.pass(Duration.ofSeconds(2));
            assertThat(images(story)).hasSize(4).containsOnly("web:1");
            assertThat(sizes(story)).as("the old set serves again").hasSize(2);
            assertThat(revision(deployment(story))).isEqualTo("3");
        }
    }

    /// As recorded: it says that the template is rolled out also while new pods of it have yet to come.
    @Test
    void scalingIsNoRollout() throws Exception {
        try (Story story = new Story()) {
            create(story, DEPLOYMENT);
            patch(story, deployment(story), "{\"spec\":{\"replicas\":6,\"minReadySeconds\":3600}}");

            Deployment scaled = deployment(story);
            assertThat(scaled.getStatus().getReplicas()).isEqualTo(6);
            assertThat(scaled.getStatus().getTerminatingReplicas()).isZero();
            assertThat(condition(scaled, "Progressing").getReason())
                    .isEqualTo("NewReplicaSetAvailable");
        }
    }

    @Test
    void aRolloutThatNeverBecomesReadyStopsAtTheDeadlineAndKeepsTheOldPods() throws Exception {
        try (Story story = new Story()) {
            create(story, DEPLOYMENT);
            patch(
                    story,
                    deployment(story),
                    "{\"spec\":{\"progressDeadlineSeconds\":60,\"template\":{\"metadata\":"
                            + "{\"annotations\":{\"sim.sluice.dev/ready-after-seconds\":\"9999\"}}}}}");

            story.pass(Duration.ofSeconds(61));

            Deployment stuck = deployment(story);
            assertThat(condition(stuck, "Progressing").getReason())
                    .isEqualTo("ProgressDeadlineExceeded");
            assertThat(condition(stuck, "Available").getStatus()).isEqualTo("True");
            assertThat(stuck.getStatus().getAvailableReplicas()).isEqualTo(3);
            assertThat(stuck.getStatus().getReplicas()).isEqualTo(5);
        }
    }

    @Test
    void aRecreatedDeploymentNeverHasPodsOfTwoTemplates() throws Exception {
        try (Story story = new Story()) {
            create(
                    story,
                    DEPLOYMENT.replace(
                            "  replicas: 4", "  replicas: 2\n  strategy: {type: Recreate}"));

            patch(story, deployment(story), image("web:2"));
            assertThat(images(story)).as("while the old ones end").containsOnly("web:1");

            story.pass(Duration.ofSeconds(1));
            assertThat(images(story)).containsExactly("web:2", "web:2");
        }
    }

    @Test
    void aReplicaSetReplacesWhatIsDeletedAndEndsWhatIsTooMuch() throws Exception {
        try (Story story = new Story()) {
            create(story, DEPLOYMENT);
            Pod lost = story.pods().getFirst();
            story.client().resource(lost).delete();
            story.pass(Duration.ofSeconds(1));
            assertThat(story.pods()).hasSize(4).doesNotContain(lost);

            patch(story, deployment(story), "{\"spec\":{\"replicas\":1}}");
            story.pass(Duration.ofSeconds(1));
            assertThat(story.pods()).hasSize(1);
            assertThat(deployment(story).getStatus().getReplicas()).isEqualTo(1);
        }
    }

    @Test
    void aStatefulSetStartsItsPodsInOrderAndReplacesThemInReverse() throws Exception {
        try (Story story = new Story()) {
            create(story, STATEFUL_SET);
            assertThat(names(story)).as("the second waits for the first").containsExactly("db-0");

            story.pass(Duration.ofSeconds(20));
            assertThat(names(story)).containsExactly("db-0", "db-1", "db-2");
            assertThat(story.client().persistentVolumeClaims().inNamespace("ns").list().getItems())
                    .extracting(claim -> claim.getMetadata().getName())
                    .containsExactlyInAnyOrder("data-db-0", "data-db-1", "data-db-2");

            patch(story, statefulSet(story), image("db:2"));
            story.pass(Duration.ofSeconds(3));
            assertThat(images(story))
                    .as("one at a time, the last first")
                    .containsExactly("db:1", "db:1", "db:2");

            story.pass(Duration.ofSeconds(30));
            assertThat(images(story)).containsOnly("db:2");
            StatefulSet done = statefulSet(story);
            assertThat(done.getStatus().getCurrentRevision())
                    .isEqualTo(done.getStatus().getUpdateRevision());
            assertThat(done.getStatus().getUpdatedReplicas()).isEqualTo(3);

            patch(story, done, "{\"spec\":{\"replicas\":1}}");
            story.pass(Duration.ofSeconds(5));
            assertThat(names(story)).containsExactly("db-0");
        }
    }

    @Test
    void aDaemonSetHasOnePodMeantForEachNodeThatFits() throws Exception {
        try (Story story = new Story()) {
            create(
                    story,
                    """
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: agent, namespace: ns}
                    spec:
                      selector: {matchLabels: {app: agent}}
                      template:
                        metadata: {labels: {app: agent}}
                        spec:
                          affinity:
                            nodeAffinity:
                              requiredDuringSchedulingIgnoredDuringExecution:
                                nodeSelectorTerms:
                                - matchExpressions:
                                  - {key: kubernetes.io/hostname, operator: NotIn, values: [node-4]}
                          containers: [{name: c, image: agent}]
                    """);

            assertThat(story.pods())
                    .extracting(pod -> pod.getSpec().getNodeName())
                    .containsExactlyInAnyOrder("node-1", "node-2", "node-3");
            var status =
                    story.client()
                            .apps()
                            .daemonSets()
                            .inNamespace("ns")
                            .withName("agent")
                            .get()
                            .getStatus();
            assertThat(status.getDesiredNumberScheduled()).isEqualTo(3);
            assertThat(status.getNumberAvailable()).isEqualTo(3);
        }
    }

    @Test
    void aServiceFollowsItsReadyPods() throws Exception {
        try (Story story = new Story()) {
            create(
                    story,
                    """
                    apiVersion: v1
                    kind: Service
                    metadata: {name: web, namespace: ns}
                    spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
                    """);
            create(story, DEPLOYMENT);

            KubernetesClient client = story.client();
            var subsets = client.endpoints().inNamespace("ns").withName("web").get().getSubsets();
            assertThat(subsets).hasSize(1);
            assertThat(subsets.getFirst().getAddresses()).hasSize(4);
            assertThat(subsets.getFirst().getPorts().getFirst().getPort()).isEqualTo(8080);
            assertThat(client.discovery().v1().endpointSlices().inNamespace("ns").list().getItems())
                    .singleElement()
                    .satisfies(slice -> assertThat(slice.getEndpoints()).hasSize(4));

            client.services().inNamespace("ns").withName("web").delete();
            story.settle();
            assertThat(client.endpoints().inNamespace("ns").list().getItems()).isEmpty();
            assertThat(client.discovery().v1().endpointSlices().inNamespace("ns").list().getItems())
                    .isEmpty();
        }
    }

    @Test
    void aBudgetSaysHowManyPodsMayGo() throws Exception {
        try (Story story = new Story()) {
            create(story, DEPLOYMENT);
            create(
                    story,
                    """
                    apiVersion: policy/v1
                    kind: PodDisruptionBudget
                    metadata: {name: web, namespace: ns}
                    spec: {selector: {matchLabels: {app: web}}, maxUnavailable: 25%}
                    """);

            var budgets = story.client().policy().v1().podDisruptionBudget().inNamespace("ns");
            var status = budgets.withName("web").get().getStatus();
            assertThat(status.getExpectedPods()).isEqualTo(4);
            assertThat(status.getDesiredHealthy()).isEqualTo(3);
            assertThat(status.getDisruptionsAllowed()).isEqualTo(1);

            story.client().pods().resource(story.pods().getFirst()).evict();
            assertThat(budgets.withName("web").get().getStatus().getDisruptionsAllowed())
                    .as("the pod is still ending")
                    .isZero();
        }
    }

    private static void create(Story story, String yaml) throws InterruptedException {
        story.client().resource(yaml).create();
        story.settle();
    }

    private static void patch(Story story, HasMetadata object, String patch)
            throws InterruptedException {
        story.client().resource(object).patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch);
        story.settle();
    }

    private static String image(String image) {
        return "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\""
                + image
                + "\"}]}}}}";
    }

    private static Deployment deployment(Story story) {
        return story.client().apps().deployments().inNamespace("ns").withName("web").get();
    }

    private static StatefulSet statefulSet(Story story) {
        return story.client().apps().statefulSets().inNamespace("ns").withName("db").get();
    }

    private static String revision(Deployment deployment) {
        return deployment
                .getMetadata()
                .getAnnotations()
                .getOrDefault("deployment.kubernetes.io/revision", "");
    }

    private static DeploymentCondition condition(Deployment deployment, String type) {
        return deployment.getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> sizes(Story story) {
        return story.client().apps().replicaSets().inNamespace("ns").list().getItems().stream()
                .map((ReplicaSet set) -> set.getSpec().getReplicas())
                .toList();
    }

    private static List<String> names(Story story) {
        return story.pods().stream().map(pod -> pod.getMetadata().getName()).sorted().toList();
    }

    private static List<String> images(Story story) {
        return story.pods().stream()
                .map(pod -> pod.getSpec().getContainers().getFirst().getImage())
                .sorted()
                .toList();
    }
}
