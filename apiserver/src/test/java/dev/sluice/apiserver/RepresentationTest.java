package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.apiserver.http.FrameSource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// In which form kinds and objects are shown, by what a client accepts and sends (H1.10 to H1.57; rows 1, 4, 5, 8, 9, 11).
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepresentationTest {
    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String DOTS = "/apis/forms.example.com/v1/namespaces/default/dots";
    private static final String AGGREGATED =
            "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private ApiServer server;
    private Client client;

    @BeforeAll
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        client = new Client(server);
        client.post(DEFINITIONS, definition("dots", "Dot"));
        client.post(DOTS, dot("ready", "2000-01-01T00:00:00Z"));
        client.mergePatch(
                DOTS + "/ready",
                """
                {"status":{"conditions":[{"type":"Other","status":"no"},{"type":"Ready","status":"yes"}]}}""");
        client.post(DOTS, dot("bare", ""));
        client.post(MAPS, "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"v\"}}");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void legacyAndAggregatedDiscoveryAgreeAndShowANewKindAtOnce() { // row 1
        assertThat(aggregated()).isEqualTo(legacy()).contains("forms.example.com/v1/dots");

        client.post(DEFINITIONS, definition("lines", "Line"));

        assertThat(aggregated()).isEqualTo(legacy()).contains("forms.example.com/v1/lines");
    }

    @Test
    void whatAClientKnowsOfDiscoveryIsNotSentAgain() { // row 1
        Client.Answer first = client.with("accept", AGGREGATED).get("/apis");
        String tag = Objects.requireNonNull(first.headers().get("ETag")).getFirst();

        assertThat(client.with("accept", AGGREGATED).with("if-none-match", tag).get("/apis").code())
                .isEqualTo(304);
    }

    @Test
    void aBodyOfAnotherTypeIsRefusedWithTheTypesThatAreTaken() { // row 4
        for (Client.Answer refused :
                List.of(
                        client.with("content-type", PROTOBUF).post(DOTS, "k8s"),
                        client.with("content-type", "text/plain").post(MAPS, "{}"))) {
            assertThat(refused.code()).isEqualTo(415);
            assertThat(refused.text("/reason")).isEqualTo("UnsupportedMediaType");
            assertThat(refused.text("/message")).contains("application/json");
        }
    }

    @Test
    void whoTakesProtobufOrJsonIsSentJson() throws InterruptedException { // row 5
        Client either = client.with("accept", PROTOBUF + ",application/json");
        for (String path : List.of(MAPS + "/m", MAPS, DOTS + "/ready", DOTS)) {
            Client.Answer answer = either.get(path);
            assertThat(answer.headers().get("Content-Type")).containsExactly("application/json");
            assertThat(answer.body().has("kind")).isTrue();
        }
        try (FrameSource watch =
                either.watch(MAPS + "?watch=1&resourceVersion=" + server.revision())) {
            client.post(MAPS, "{\"metadata\":{\"name\":\"seen\"}}");
            assertThat(Client.events(watch, 1)).containsExactly("ADDED seen@" + server.revision());
        }
        client.delete(MAPS + "/seen");
    }

    @Test
    void onlyWhatIsServedCanBeAskedFor() { // row 11
        Client.Answer refused = client.with("accept", "text/html").get(MAPS);

        assertThat(refused.code()).isEqualTo(406);
        assertThat(refused.text("/reason")).isEqualTo("NotAcceptable");
        assertThat(refused.text("/message"))
                .startsWith("406: Not Acceptable\n\nAvailable representations: application/json,");
    }

    @Test
    void aColumnIsBlankWhereItsPathFindsNothing() { // row 8, H1.57
        Client.Answer table =
                client.with("accept", "application/json;as=Table;v=v1;g=meta.k8s.io").get(DOTS);

        assertThat(table.body().at("/columnDefinitions").findValuesAsText("name"))
                .containsExactly("Name", "Ready", "Since");
        JsonNode bare = table.body().at("/rows/0/cells");
        JsonNode ready = table.body().at("/rows/1/cells");
        assertThat(bare.path(0).asText()).isEqualTo("bare");
        assertThat(bare.path(1).isNull()).isTrue();
        assertThat(bare.path(2).isNull()).isTrue();
        assertThat(ready.path(0).asText()).isEqualTo("ready");
        assertThat(ready.path(1).asText()).isEqualTo("yes");
        assertThat(ready.path(2).asText()).matches("\\d+y");
    }

    @Test
    void metadataIsListedAndWatchedAlone() throws InterruptedException { // row 9
        for (String path : List.of(MAPS, DOTS, "/api/v1/namespaces")) {
            Client.Answer list =
                    client.with(
                                    "accept",
                                    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io")
                            .get(path);
            assertThat(list.text("/kind")).isEqualTo("PartialObjectMetadataList");
            assertThat(list.names()).isNotEmpty();
            for (JsonNode item : list.body().path("items")) {
                assertThat(item.has("spec") || item.has("data")).isFalse();
            }
        }
        Client bare =
                client.with(
                        "accept", "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
        try (FrameSource watch =
                bare.watch(DOTS + "?watch=1&resourceVersion=" + server.revision())) {
            client.post(DOTS, dot("new", ""));
            assertThat(new String(watch.next().getFirst(), StandardCharsets.UTF_8))
                    .startsWith("{\"type\":\"ADDED\"")
                    .contains("\"kind\":\"PartialObjectMetadata\"")
                    .doesNotContain("\"spec\"");
        }
        client.delete(DOTS + "/new");
    }

    private Set<String> aggregated() {
        Set<String> all = new TreeSet<>();
        for (String root : List.of("/api", "/apis")) {
            for (JsonNode group :
                    client.with("accept", AGGREGATED).get(root).body().path("items")) {
                for (JsonNode version : group.path("versions")) {
                    for (JsonNode resource : version.path("resources")) {
                        String prefix = group.at("/metadata/name").asText();
                        all.add(
                                (prefix.isEmpty() ? "" : prefix + "/")
                                        + version.path("version").asText()
                                        + "/"
                                        + resource.path("resource").asText());
                    }
                }
            }
        }
        return all;
    }

    private Set<String> legacy() {
        Set<String> all = new TreeSet<>();
        addLegacy("/api/v1", "v1", all);
        for (JsonNode group : client.get("/apis").body().path("groups")) {
            for (JsonNode version : group.path("versions")) {
                String name = version.path("groupVersion").asText();
                addLegacy("/apis/" + name, name, all);
            }
        }
        return all;
    }

    private void addLegacy(String path, String groupVersion, Set<String> all) {
        for (JsonNode resource : client.get(path).body().path("resources")) {
            String name = resource.path("name").asText();
            if (!name.contains("/")) {
                all.add(groupVersion + "/" + name);
            }
        }
    }

    private static String definition(String plural, String kind) {
        return """
        {"metadata":{"name":"PLURAL.forms.example.com"},"spec":{"group":"forms.example.com","scope":"Namespaced",
         "names":{"plural":"PLURAL","kind":"KIND"},"versions":[{"name":"v1","served":true,"storage":true,
          "additionalPrinterColumns":[
           {"name":"Ready","type":"string","jsonPath":".status.conditions[?(@.type==\\"Ready\\")].status"},
           {"name":"Since","type":"date","jsonPath":".spec.since"}],
          "schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}"""
                .replace("PLURAL", plural)
                .replace("KIND", kind);
    }

    private static String dot(String name, String since) {
        return "{\"apiVersion\":\"forms.example.com/v1\",\"kind\":\"Dot\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{"
                + (since.isEmpty() ? "" : "\"since\":\"" + since + "\"")
                + "}}";
    }
}
