package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Rules that take a few requests each, on one server.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmallerRulesTest {
    private static final String HERE = "/api/v1/namespaces/default/";

    private ApiServer server;
    private Client client;

    @BeforeAll
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral());
        client = new Client(server);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void anEventIsTheSameInBothGroups() { // H2.60
        client.post(
                HERE + "events",
                """
                {"metadata":{"name":"e"},"reason":"R","type":"Normal","message":"m",
                 "involvedObject":{"kind":"Pod","namespace":"default","name":"p"}}""");

        Client.Answer other = client.get("/apis/events.k8s.io/v1/namespaces/default/events/e");
        assertThat(other.text("/note")).isEqualTo("m");
        assertThat(other.text("/regarding/name")).isEqualTo("p");
        assertThat(other.text("/metadata/uid"))
                .isEqualTo(client.get(HERE + "events/e").text("/metadata/uid"));
    }

    @Test
    void aStackThatIsTooDeepIsAnsweredLikeAnyFaultOfOurs() {
        server.serve("/deep", SmallerRulesTest::endless);

        Client.Answer answer = client.get("/deep");
        assertThat(answer.code()).isEqualTo(500);
        assertThat(answer.text("/message"))
                .isEqualTo("Internal error occurred: StackOverflowError (see the server's log)");
    }

    @SuppressWarnings("InfiniteRecursion")
    private static String endless() {
        return endless() + "";
    }

    @Test
    void aPriorityClassGivesPodsItsValue() {
        client.post(HERE + "serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        client.post(
                "/apis/scheduling.k8s.io/v1/priorityclasses",
                "{\"metadata\":{\"name\":\"seven\"},\"value\":7}");

        assertThat(client.post(HERE + "pods", pod("a", "seven")).text("/spec/priority"))
                .isEqualTo("7");
        Client.Answer unknown = client.post(HERE + "pods", pod("b", "absent"));
        assertThat(unknown.code()).isEqualTo(403);
        assertThat(unknown.text("/message")).contains("no PriorityClass with name absent");
    }

    @Test
    void aPodWithoutAClassGetsTheDefaultOne() { // row 30
        client.post(HERE + "serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        String classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
        client.post(
                classes, "{\"metadata\":{\"name\":\"usual\"},\"value\":3,\"globalDefault\":true}");

        Client.Answer made = client.post(HERE + "pods", pod("usual", ""));
        client.delete(classes + "/usual");

        assertThat(made.text("/spec/priority")).isEqualTo("3");
        assertThat(made.text("/spec/priorityClassName")).isEqualTo("usual");
    }

    @Test
    void aPodThatRunsNowhereGoesAtOnceAndAPeriodIsOnlyCutShort() { // row 21, H2.33
        client.post(HERE + "serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        client.post(HERE + "pods", pod("nowhere", ""));
        client.delete(HERE + "pods/nowhere");
        assertThat(client.get(HERE + "pods/nowhere").code()).isEqualTo(404);

        client.post(HERE + "pods", pod("bound", ""));
        client.post(
                HERE + "pods/bound/binding",
                "{\"metadata\":{\"name\":\"bound\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}");
        for (int[] askedAndLeft : new int[][] {{20, 20}, {5, 5}, {60, 5}}) {
            client.delete(HERE + "pods/bound?gracePeriodSeconds=" + askedAndLeft[0]);
            assertThat(
                            client.get(HERE + "pods/bound")
                                    .body()
                                    .at("/metadata/deletionGracePeriodSeconds")
                                    .asInt())
                    .isEqualTo(askedAndLeft[1]);
        }
        client.delete(HERE + "pods/bound?gracePeriodSeconds=0");
        assertThat(client.get(HERE + "pods/bound").code()).isEqualTo(404);
    }

    @Test
    void aDeletedJobLeavesItsPodsUnlessToldAndSaysSo() { // row 23
        String jobs = "/apis/batch/v1/namespaces/default/jobs";
        client.post(
                jobs,
                """
                {"metadata":{"name":"j"},"spec":{"suspend":true,"template":{"spec":{"restartPolicy":"Never",
                 "containers":[{"name":"c","image":"i"}]}}}}""");

        Client.Answer deleted = client.delete(jobs + "/j");

        assertThat(deleted.headers().get("Warning"))
                .singleElement()
                .asString()
                .contains("child pods are preserved by default when jobs are deleted");
    }

    @Test
    void aPatchOfTooManyOperationsIsTooLarge() { // row 33
        client.post(HERE + "configmaps", "{\"metadata\":{\"name\":\"often\"}}");
        Client patching = client.with("content-type", "application/json-patch+json");
        String test = "{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"often\"}";

        assertThat(
                        patching.patch(
                                        HERE + "configmaps/often",
                                        "[" + test + ("," + test).repeat(9_999) + "]")
                                .code())
                .isEqualTo(200);
        assertThat(
                        patching.patch(
                                        HERE + "configmaps/often",
                                        "[" + test + ("," + test).repeat(10_000) + "]")
                                .code())
                .isEqualTo(413);
        assertThat(
                        patching.patch(
                                        HERE + "configmaps/often",
                                        "[" + test.replace("en\"}", "\"}") + "]")
                                .code())
                .isEqualTo(422);
    }

    @Test
    void theOwnersOfManyUpdatesAreTakenTogether() { // row 38
        client.post(
                HERE + "configmaps?fieldManager=m0",
                "{\"metadata\":{\"name\":\"owned\"},\"data\":{\"k0\":\"v\"}}");
        for (int i = 1; i <= 12; i++) {
            client.mergePatch(
                    HERE + "configmaps/owned?fieldManager=m" + i,
                    "{\"data\":{\"k" + i + "\":\"v\"}}");
        }

        var entries = client.get(HERE + "configmaps/owned").body().at("/metadata/managedFields");
        assertThat(entries.findValuesAsText("manager"))
                .hasSizeLessThanOrEqualTo(11)
                .contains("ancient-changes", "m12");
    }

    @Test
    void annotationsHaveALimitTogether() {
        assertThat(client.post(HERE + "configmaps", annotated("most", 262_143)).code())
                .isEqualTo(201);
        Client.Answer refused = client.post(HERE + "configmaps", annotated("more", 262_144));
        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/message")).contains("metadata.annotations: Too long");
    }

    @Test
    void anAppliedObjectMayNameTheRevisionThatItIsFor() { // H3.30
        String path = HERE + "configmaps/applied?fieldManager=m";
        Client applying = client.with("content-type", "application/apply-patch+yaml");
        String old = applying.patch(path, applied("1", "")).text("/metadata/resourceVersion");
        applying.patch(path, applied("2", ""));

        assertThat(
                        applying.patch(path, applied("3", ",\"resourceVersion\":\"" + old + "\""))
                                .code())
                .isEqualTo(409);
        assertThat(client.get(HERE + "configmaps/applied").text("/data/k")).isEqualTo("2");
    }

    @Test
    void anAppliedConfigurationIsYamlAlsoWhenItBeginsLikeJson() { // H3.20
        String path = HERE + "configmaps/flow?fieldManager=m";
        Client applying = client.with("content-type", "application/apply-patch+yaml");
        String flow = "{apiVersion: v1, kind: ConfigMap, metadata: {name: flow}, data: {k: '1'}}";
        assertThat(applying.patch(path, flow).text("/data/k")).isEqualTo("1");

        Client.Answer refused = applying.patch(path, flow.substring(0, flow.length() - 2));
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.text("/message"))
                .startsWith(
                        "error decoding YAML: error converting YAML to JSON: yaml: did not find ");
    }

    @Test
    void listsAreCompressedOnlyForThoseWhoAsk() throws Exception {
        client.post(
                HERE + "configmaps",
                "{\"metadata\":{\"name\":\"large\"},\"data\":{\"k\":\""
                        + "x".repeat(300_000)
                        + "\"}}");
        TlsClient plain = TlsClient.admin(server, Version.HTTP_1_1);
        HttpResponse<byte[]> asked =
                plain.http()
                        .send(
                                plain.request(HERE + "configmaps")
                                        .header("Accept-Encoding", "gzip")
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray());

        assertThat(asked.headers().firstValue("Content-Encoding")).hasValue("gzip");
        assertThat(asked.body()).hasSizeLessThan(100_000);
        assertThat(plain.get(HERE + "configmaps").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @Test
    void aFieldIsSelectableWhereItsVersionSaysSo() {
        client.post(
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                """
                {"metadata":{"name":"dots.rules.example.com"},"spec":{"group":"rules.example.com",
                 "scope":"Namespaced","names":{"plural":"dots","singular":"dot","kind":"Dot","listKind":"DotList"},
                 "versions":[
                  {"name":"v1","served":true,"storage":true,"selectableFields":[{"jsonPath":".spec.color"}],
                   "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
                    "properties":{"color":{"type":"string"}}}}}}},
                  {"name":"v0","served":true,"storage":false,
                   "schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object",
                    "properties":{"color":{"type":"string"}}}}}}}]}}""");
        String path = "/apis/rules.example.com/v1/namespaces/default/dots";
        for (String color : new String[] {"red", "blue"}) {
            client.post(
                    path,
                    "{\"apiVersion\":\"rules.example.com/v1\",\"kind\":\"Dot\",\"metadata\":{\"name\":\""
                            + color
                            + "\"},\"spec\":{\"color\":\""
                            + color
                            + "\"}}");
        }

        assertThat(client.get(path + "?fieldSelector=spec.color=red").names())
                .containsExactly("red");
        assertThat(client.get(path.replace("v1", "v0") + "?fieldSelector=spec.color=red").code())
                .isEqualTo(400);
    }

    private static String pod(String name, String priorityClass) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{\"priorityClassName\":\""
                + priorityClass
                + "\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}";
    }

    /// @param length of the value of an annotation whose key has one character
    private static String annotated(String name, int length) {
        return "{\"metadata\":{\"name\":\""
                + name
                + "\",\"annotations\":{\"a\":\""
                + "x".repeat(length)
                + "\"}}}";
    }

    private static String applied(String value, String more) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"applied\""
                + more
                + "},\"data\":{\"k\":\""
                + value
                + "\"}}";
    }
}
