package dev.sluice.conformance.gates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Who waits where, and why, as a running cluster answers.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VisibilityTest {

    private static final String LINES = "/apis/visibility.kueue.x-k8s.io/";
    private static final String WHY =
            "/apis/visibility.sluice.dev/v1alpha1/namespaces/ns/explanations/";

    /// Two queues of two cores in a cohort; one borrows, the other takes back.
    private static final String PAIR =
            """
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ResourceFlavor
            metadata: {name: f}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: borrows}
            spec:
              cohortName: hall
              namespaceSelector: {}
              resourceGroups: [{coveredResources: [cpu], flavors: [{name: f, resources: [{name: cpu, nominalQuota: 2}]}]}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: ClusterQueue
            metadata: {name: lends}
            spec:
              cohortName: hall
              namespaceSelector: {}
              preemption: {reclaimWithinCohort: Any}
              resourceGroups: [{coveredResources: [cpu], flavors: [{name: f, resources: [{name: cpu, nominalQuota: 2}]}]}]
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: borrows, namespace: ns}
            spec: {clusterQueue: borrows}
            ---
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: LocalQueue
            metadata: {name: lends, namespace: ns}
            spec: {clusterQueue: lends}
            """;

    private Optional<Stage> opened = Optional.empty();

    /// Two cores; one job runs, one needs more than there ever is, and three wait, one of them by another LocalQueue.
    @BeforeAll
    void start() throws Exception {
        Stage stage = Stage.open().queue("q", 2, "");
        opened = Optional.of(stage);
        stage.create(
                """
                apiVersion: kueue.x-k8s.io/v1beta2
                kind: LocalQueue
                metadata: {name: other, namespace: ns}
                spec: {clusterQueue: q}
                """);
        stage.job("runs", "q", "2", "{}").after(Duration.ofSeconds(1));
        stage.job("huge", "q", "9", "{}").after(Duration.ofSeconds(1));
        stage.job("second", "other", "1", "{}").after(Duration.ofSeconds(1));
        stage.job("third", "q", "1", "{}").after(Duration.ofSeconds(1));
        stage.job("last", "q", "2", "{kueue.x-k8s.io/cannot-borrow: 'true'}");
    }

    @AfterAll
    void stop() {
        opened.ifPresent(Stage::close);
    }

    private Stage stage() {
        return opened.orElseThrow();
    }

    private JsonNode get(String path) throws Exception {
        return new ObjectMapper().readTree(stage().client().raw(path, "GET", null));
    }

    private String name(String job) {
        return stage().workload(job).orElseThrow().getMetadata().getName();
    }

    private static List<String> owners(JsonNode summary) {
        List<String> owners = new ArrayList<>();
        for (JsonNode item : summary.path("items")) {
            owners.add(
                    item.at("/metadata/ownerReferences/0/name").asText()
                            + " "
                            + item.path("positionInClusterQueue")
                            + " "
                            + item.path("positionInLocalQueue"));
        }
        return owners;
    }

    /// A13.4, A13.5: in queue order, the parked ones among them.
    @Test
    void aClusterQueueTellsItsLine() throws Exception {
        for (String version : List.of("v1beta1", "v1beta2")) {
            JsonNode summary = get(LINES + version + "/clusterqueues/q/pendingworkloads");
            assertThat(summary.path("kind").asText()).isEqualTo("PendingWorkloadsSummary");
            assertThat(summary.path("apiVersion").asText())
                    .isEqualTo("visibility.kueue.x-k8s.io/" + version);
            assertThat(owners(summary))
                    .containsExactly("huge 0 0", "second 1 0", "third 2 1", "last 3 2");
            JsonNode first = summary.path("items").path(0);
            assertThat(first.path("localQueueName").asText()).isEqualTo("q");
            assertThat(first.path("priority").isInt()).isTrue();
            assertThat(first.at("/metadata/name").asText()).isEqualTo(name("huge"));
            assertThat(first.at("/metadata/creationTimestamp").asText()).startsWith("2026-01-01T");
        }
    }

    /// A13.5: positions stay those of the whole line.
    @Test
    void aLocalQueueTellsItsPart() throws Exception {
        String path = LINES + "v1beta2/namespaces/ns/localqueues/q/pendingworkloads";
        assertThat(owners(get(path))).containsExactly("huge 0 0", "third 2 1", "last 3 2");
        assertThat(owners(get(path + "?offset=1&limit=1"))).containsExactly("third 2 1");
    }

    /// A13.3.
    @Test
    void aPageIsCutOut() throws Exception {
        String path = LINES + "v1beta2/clusterqueues/q/pendingworkloads";
        assertThat(owners(get(path + "?offset=3"))).containsExactly("last 3 2");
        assertThat(owners(get(path + "?limit=0"))).hasSize(4);
        assertThat(owners(get(path + "?limit=-1"))).isEmpty();
        assertThat(owners(get(path + "?offset=-5&limit=1"))).containsExactly("huge 0 0");
        assertThat(stage().refusal(() -> get(path + "?limit=many")))
                .contains("limit is \"many\", expected a whole number");
    }

    /// A13.6.
    @Test
    void whatIsNotThereIsNamedInTheSingular() {
        assertThat(stage().refusal(() -> get(LINES + "v1beta2/clusterqueues/no/pendingworkloads")))
                .contains("clusterqueue.visibility.kueue.x-k8s.io \"no\" not found");
        assertThat(
                        stage().refusal(
                                        () ->
                                                get(
                                                        LINES
                                                                + "v1beta2/namespaces/ns/localqueues/no/pendingworkloads")))
                .contains("localqueue.visibility.kueue.x-k8s.io \"no\" not found");
    }

    @Test
    void discoveryListsWhatIsServed() throws Exception {
        List<String> names = new ArrayList<>();
        get(LINES + "v1beta2").path("resources").forEach(r -> names.add(r.path("name").asText()));
        assertThat(names)
                .contains("clusterqueues/pendingworkloads", "localqueues/pendingworkloads");
    }

    /// A parked workload is explained without a cycle: the flavor, the node that lacks room, and how much.
    @Test
    void aWaitingWorkloadIsExplained() throws Exception {
        JsonNode why = get(WHY + name("third"));
        assertThat(why.at("/place/clusterQueue").asText()).isEqualTo("q");
        JsonNode outlook = why.path("outlook");
        assertThat(outlook.path("decision").asText()).isIn("NoFit", "NeedsPreemption");
        JsonNode tried = outlook.at("/podSets/0/tried/0");
        assertThat(tried.path("flavor").asText()).isEqualTo("q");
        assertThat(tried.at("/reasons/0/kind").asText()).isEqualTo("Short");
        assertThat(tried.at("/reasons/0/node").asText()).isEqualTo("q");
        assertThat(tried.at("/reasons/0/missing").asText()).isEqualTo("1");
        assertThat(outlook.at("/rooms/0/used").asText()).isEqualTo("2");
    }

    @Test
    void whatCanNeverFitIsExplained() throws Exception {
        JsonNode outlook = get(WHY + name("huge")).path("outlook");
        assertThat(outlook.path("reason").asText()).isEqualTo("ExceedsMaxQuota");
        assertThat(outlook.at("/podSets/0/tried/0/reasons/0/capacity").asText()).isEqualTo("2");
    }

    @Test
    void whoHoldsQuotaIsExplained() throws Exception {
        JsonNode why = get(WHY + name("runs"));
        assertThat(why.at("/outlook/obstacle").asText()).isEqualTo("HoldsQuota");
        JsonNode held = why.at("/holds/0");
        assertThat(held.path("flavor").asText()).isEqualTo("q");
        assertThat(held.path("resource").asText()).isEqualTo("cpu");
        assertThat(held.path("amount").asText()).isEqualTo("2");
        assertThat(held.has("borrowedFrom")).isFalse();
    }

    /// Of borrowed quota the explanation names the lender, of an eviction the preemptor by its name, and of the queue that
    /// is missing that it is missing.
    @Test
    void borrowersAndTheEvictedAreExplained() throws Exception {
        try (Stage stage = Stage.open()) {
            stage.create(PAIR);
            stage.job("large", "borrows", "3", "{}").after(Duration.ofSeconds(1));
            JsonNode held = why(stage, "large").at("/holds/0");
            assertThat(held.path("amount").asText()).isEqualTo("3");
            assertThat(held.path("queueNominal").asText()).isEqualTo("2");
            assertThat(held.path("borrowedMost").asText()).isEqualTo("1");
            assertThat(held.path("borrowedFrom").asText()).isEqualTo("hall");

            stage.job("owner", "lends", "2", "{}").after(Duration.ofSeconds(1));
            JsonNode evicted = why(stage, "large").path("evicted");
            String preemptor = stage.workload("owner").orElseThrow().getMetadata().getName();
            assertThat(evicted.path("reason").asText()).isEqualTo("Preempted");
            assertThat(evicted.path("at").asText()).startsWith("2026-01-01T");
            assertThat(evicted.at("/by/namespace").asText()).isEqualTo("ns");
            assertThat(evicted.at("/by/name").asText()).isEqualTo(preemptor);
            assertThat(evicted.path("message").asText())
                    .startsWith("Preempted to accommodate workload ns/" + preemptor + " due to ")
                    .doesNotContain("UID");

            stage.job("lost", "nowhere", "1", "{}").after(Duration.ofSeconds(1));
            assertThat(why(stage, "lost").at("/outlook/message").asText())
                    .isEqualTo("LocalQueue nowhere does not exist");
        }
    }

    /// A researcher may not read the ClusterQueue, so the explanation says why it admits nobody.
    @Test
    void aClosedClusterQueueIsExplainedByItsOwnReason() throws Exception {
        try (Stage stage = Stage.open()) {
            stage.create(PAIR.replaceFirst("cohortName: hall", "stopPolicy: Hold"));
            stage.job("waits", "borrows", "1", "{}").after(Duration.ofSeconds(1));
            assertThat(why(stage, "waits").at("/outlook/message").asText())
                    .startsWith("ClusterQueue borrows is inactive: Can't admit new workloads: ");
        }
    }

    /// Who waits because of a constraint is told what would be without it; KEP-8729's own words stay as they are.
    @Test
    void whatAConstraintCostsIsExplained() throws Exception {
        try (Stage stage = Stage.open()) {
            stage.create(PAIR);
            stage.job("first", "borrows", "1", "{}").after(Duration.ofSeconds(1));
            stage.job("polite", "borrows", "2", "{kueue.x-k8s.io/cannot-borrow: 'true'}")
                    .job("gentle", "borrows", "4", "{kueue.x-k8s.io/cannot-preempt: 'true'}")
                    .after(Duration.ofSeconds(1));

            JsonNode polite = why(stage, "polite");
            assertThat(polite.at("/withoutConstraints/0/without/0").asText())
                    .isEqualTo("cannot-borrow");
            assertThat(polite.at("/withoutConstraints/0/decision").asText()).isEqualTo("Fits");
            assertThat(polite.at("/outlook/rooms/0/available").asText()).isEqualTo("1");
            JsonNode gentle = why(stage, "gentle").at("/withoutConstraints/0");
            assertThat(gentle.at("/without/0").asText()).isEqualTo("cannot-preempt");
            assertThat(gentle.path("decision").asText()).isIn("NoFit", "NeedsPreemption");
            assertThat(gentle.path("victims")).isEmpty();
            assertThat(why(stage, "first").has("withoutConstraints")).isFalse();
        }
    }

    private static JsonNode why(Stage stage, String job) throws Exception {
        String workload = stage.workload(job).orElseThrow().getMetadata().getName();
        return new ObjectMapper().readTree(stage.client().raw(WHY + workload, "GET", null));
    }

    @Test
    void explanationsComeOneByOne() {
        assertThat(stage().refusal(() -> get(WHY.substring(0, WHY.length() - 1))))
                .contains("cannot be listed");
        assertThat(stage().refusal(() -> get(WHY + "nobody")))
                .contains("explanations.visibility.sluice.dev \"nobody\" not found");
    }

    /// Nothing of it is served without the gate.
    @Test
    void theGateClosesIt() throws Exception {
        try (Stage closed = Stage.with(Map.of("VisibilityOnDemand", false))) {
            KubernetesClientException none =
                    org.assertj.core.api.Assertions.catchThrowableOfType(
                            KubernetesClientException.class,
                            () ->
                                    closed.client()
                                            .raw(
                                                    LINES
                                                            + "v1beta2/clusterqueues/q/pendingworkloads",
                                                    "GET",
                                                    null));
            assertThat(none.getCode()).isEqualTo(404);
        }
    }
}
