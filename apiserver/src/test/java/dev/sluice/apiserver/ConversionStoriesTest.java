package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Custom objects in several versions, turned into each other by a webhook (H4.40).
class ConversionStoriesTest {
    private static final String NEW = "/apis/example.com/v2/namespaces/default/boxes";
    private static final String OLD = "/apis/example.com/v1/namespaces/default/boxes";

    private static HookServer hooks;
    private ApiServer server;
    private Client client;

    @BeforeAll
    static void listen() throws Exception {
        hooks = new HookServer();
    }

    @AfterAll
    static void stopListening() {
        hooks.close();
    }

    @BeforeEach
    void start() throws StartupFailure {
        hooks.forget();
        hooks.at("/convert", ConversionStoriesTest::convert);
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        client = new Client(server);
        assertThat(
                        client.post(
                                        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                                        definition())
                                .code())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void eachVersionShowsTheObjectAsItKnowsIt() {
        Client.Answer created = client.post(OLD, box("v1", "a", "\"width\":3"));
        assertThat(created.code()).as(created.text("/message")).isEqualTo(201);
        assertThat(created.text("/spec/width")).isEqualTo("3");

        assertThat(client.get(NEW + "/a").text("/spec/size")).isEqualTo("3");
        assertThat(client.get(OLD + "/a").text("/spec/width")).isEqualTo("3");
        client.mergePatch(OLD + "/a", "{\"spec\":{\"width\":4}}");
        assertThat(client.get(NEW + "/a").text("/spec/size")).isEqualTo("4");
    }

    @Test
    void aListIsConvertedInOneCall() {
        client.post(NEW, box("v2", "a", "\"size\":1"));
        client.post(NEW, box("v2", "b", "\"size\":2"));
        hooks.takeReviews();

        Client.Answer list = client.get(OLD);

        assertThat(list.names()).containsExactly("a", "b");
        assertThat(list.text("/items/1/spec/width")).isEqualTo("2");
        List<JsonNode> asked = hooks.takeReviews();
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst().path("desiredAPIVersion").asText())
                .isEqualTo("example.com/v1");
    }

    @Test
    void aWebhookMayNotTouchWhatIdentifiesAnObject() {
        hooks.at(
                "/convert",
                (request, response) -> {
                    convert(request, response);
                    response.withArray("/convertedObjects")
                            .forEach(
                                    object ->
                                            ((ObjectNode) object.path("metadata"))
                                                    .put("name", "other")
                                                    .putObject("labels")
                                                    .put("by", "hook"));
                });

        client.post(NEW, box("v2", "a", "\"size\":1"));

        JsonNode shown = client.get(OLD + "/a").body();
        assertThat(shown.at("/metadata/name").asText()).isEqualTo("a");
        assertThat(shown.at("/metadata/labels/by").asText()).isEqualTo("hook");
    }

    @Test
    void aRefusalIsAnErrorOfTheServer() {
        client.post(NEW, box("v2", "a", "\"size\":1"));
        hooks.at(
                "/convert",
                (_, response) ->
                        response.putObject("result")
                                .put("status", "Failure")
                                .put("message", "cannot do that"));

        Client.Answer refused = client.get(OLD + "/a");

        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.text("/message"))
                .isEqualTo(
                        "conversion webhook for example.com/v2, Kind=Box failed: cannot do that");
        assertThat(client.get(NEW + "/a").code()).isEqualTo(200);
    }

    private static void convert(JsonNode request, ObjectNode response) {
        String wanted = request.path("desiredAPIVersion").asText();
        boolean old = wanted.endsWith("/v1");
        response.putObject("result").put("status", "Success");
        for (JsonNode object : request.path("objects")) {
            ObjectNode converted = object.deepCopy();
            converted.put("apiVersion", wanted);
            ObjectNode spec = converted.withObject("/spec");
            JsonNode value = spec.remove(old ? "size" : "width");
            if (value != null) {
                spec.set(old ? "width" : "size", value);
            }
            response.withArray("/convertedObjects").add(converted);
        }
    }

    private static String box(String version, String name, String spec) {
        return "{\"apiVersion\":\"example.com/"
                + version
                + "\",\"kind\":\"Box\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{"
                + spec
                + "}}";
    }

    private static String definition() {
        return """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"boxes.example.com"},
         "spec":{"group":"example.com","scope":"Namespaced",
          "names":{"plural":"boxes","singular":"box","kind":"Box","listKind":"BoxList"},
          "conversion":{"strategy":"Webhook","webhook":{"clientConfig":%s,
           "conversionReviewVersions":["v1"]}},
          "versions":[
           {"name":"v1","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object",
            "properties":{"spec":{"type":"object","properties":{"width":{"type":"integer"}}}}}}},
           {"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
            "properties":{"spec":{"type":"object","properties":{"size":{"type":"integer"}}}}}}}]}}
        """
                .formatted(hooks.client("/convert"));
    }
}
