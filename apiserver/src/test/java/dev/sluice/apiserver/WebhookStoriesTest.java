package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What webhooks may do to writes (H2.82–H2.88, behaviours 27, 45 and 46).
class WebhookStoriesTest {
    private static final String CONFIGS = "/apis/admissionregistration.k8s.io/v1/";
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String ANY_MAP =
            "\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":[\"configmaps\"],"
                    + "\"operations\":[\"*\"]}]";

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
        server = ApiServer.start(ApiServerConfig.ephemeral().withPort(-1));
        client = new Client(server);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aMutatingWebhookChangesWhatIsStored() {
        hooks.at("/label", HookServer.patching(label("seen", "yes")));
        register("mutating", "m", hook("/label", ANY_MAP));

        Client.Answer created = client.post(MAPS, map("a"));

        assertThat(created.code()).isEqualTo(201);
        assertThat(client.get(MAPS + "/a").text("/metadata/labels/seen")).isEqualTo("yes");
        JsonNode request = hooks.takeReviews().getFirst();
        assertThat(request.at("/object/metadata").has("uid")).isFalse();
        assertThat(request.path("oldObject").isNull()).isTrue();
        assertThat(request.at("/options/kind").asText()).isEqualTo("CreateOptions");
    }

    @Test
    void severalWebhooksGiveAPodAGateEach() { // S1.6
        String pods = "/api/v1/namespaces/default/pods";
        String any = ANY_MAP.replace("configmaps", "pods");
        hooks.at("/first", HookServer.patching(gate("/spec/schedulingGates", "[{%s}]", "quota")));
        hooks.at("/second", HookServer.patching(gate("/spec/schedulingGates/-", "{%s}", "check")));
        register("mutating", "a", hook("/first", any));
        register("mutating", "b", hook("/second", any));
        client.post(
                "/api/v1/namespaces/default/serviceaccounts",
                "{\"metadata\":{\"name\":\"default\"}}");

        client.post(
                pods,
                "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"c\"}]}}");

        Client.Answer stored = client.get(pods + "/p");
        assertThat(stored.text("/spec/schedulingGates/0/name")).isEqualTo("example.com/quota");
        assertThat(stored.text("/spec/schedulingGates/1/name")).isEqualTo("example.com/check");
        assertThat(stored.text("/status/conditions/0/reason")).isEqualTo("SchedulingGated");
    }

    private static String gate(String path, String value, String name) {
        return "[{\"op\":\"add\",\"path\":\"%s\",\"value\":%s}]"
                .formatted(path, value.formatted("\"name\":\"example.com/" + name + "\""));
    }

    /// H2.85, row 27: such a webhook says by its registration that it leaves nothing behind, and is told that it is a dry run.
    @Test
    void aDryRunAsksWebhooksThatLeaveNothingBehind() {
        hooks.at("/a", HookServer.patching(label("seen", "yes")));
        hooks.at("/b", (_, _) -> {});
        register("mutating", "m", hook("/a", ANY_MAP));
        register("validating", "v", hook("/b", ANY_MAP).replace("None", "NoneOnDryRun"));

        Client.Answer tried = client.post(MAPS + "?dryRun=All", map("a"));

        assertThat(tried.code()).isEqualTo(201);
        assertThat(tried.text("/metadata/labels/seen")).isEqualTo("yes");
        assertThat(hooks.takeReviews())
                .hasSize(2)
                .allMatch(review -> review.path("dryRun").asBoolean());
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    /// H2.85: no other webhook can be registered, so none has to be left out of a dry run.
    @Test
    void webhooksWithSideEffectsAreNotRegistered() {
        for (String effects : List.of("Some", "Unknown")) {
            Client.Answer refused =
                    client.post(
                            CONFIGS + "validatingwebhookconfigurations",
                            "{\"metadata\":{\"name\":\"v\"},\"webhooks\":["
                                    + hook("/a", ANY_MAP).replace("None", effects)
                                    + "]}");
            assertThat(refused.code()).isEqualTo(422);
            assertThat(refused.text("/message")).contains("sideEffects");
        }
    }

    @Test
    void configurationsAreAskedByNameAndWebhooksAsListed() {
        for (String path : List.of("/1", "/2", "/3")) {
            hooks.at(path, (_, _) -> {});
        }
        register("mutating", "b", hook("/2", ANY_MAP) + "," + hook("/3", ANY_MAP));
        register("mutating", "a", hook("/1", ANY_MAP));

        client.post(MAPS, map("a"));

        assertThat(hooks.takePaths()).containsExactly("/1", "/2", "/3");
    }

    @Test
    void aWebhookSeesTheLastChangeOnceMoreIfItNeedsTo() { // H2.84
        hooks.at("/first", (_, _) -> {});
        hooks.at("/never", (_, _) -> {});
        hooks.at("/second", HookServer.patching(label("late", "1")));
        register(
                "mutating",
                "m",
                hook("/first", ANY_MAP + ",\"reinvocationPolicy\":\"IfNeeded\"")
                        + ","
                        + hook("/never", ANY_MAP)
                        + ","
                        + hook("/second", ANY_MAP + ",\"reinvocationPolicy\":\"IfNeeded\""));

        client.post(MAPS, map("a"));

        assertThat(hooks.takePaths()).containsExactly("/first", "/never", "/second", "/first");
    }

    @Test
    void aDenialPassesItsCodeItsReasonAndItsMessageOn() {
        hooks.at(
                "/no",
                (_, response) ->
                        response.put("allowed", false)
                                .putObject("status")
                                .put("code", 409)
                                .put("reason", "Conflict")
                                .put("message", "not today"));
        register("validating", "v", hook("/no", ANY_MAP));

        Client.Answer refused = client.post(MAPS, map("a"));

        assertThat(refused.code()).isEqualTo(409);
        assertThat(refused.text("/reason")).isEqualTo("Conflict");
        assertThat(refused.text("/message"))
                .isEqualTo("admission webhook \"no.example.com\" denied the request: not today");
        assertThat(client.get(MAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void warningsComeWithTheAnswerAndWithTheRefusal() {
        hooks.at("/warn", (_, response) -> response.putArray("warnings").add("mind the gap"));
        hooks.at("/no", (_, response) -> response.put("allowed", false));
        register("mutating", "m", hook("/warn", ANY_MAP));

        assertThat(client.post(MAPS, map("a")).headers().get("Warning"))
                .containsExactly("299 - \"mind the gap\"");
        register("validating", "v", hook("/no", ANY_MAP));
        Client.Answer refused = client.delete(MAPS + "/a");
        assertThat(refused.code()).isEqualTo(400);
        assertThat(refused.headers().get("Warning")).containsExactly("299 - \"mind the gap\"");
    }

    @Test
    void theFailurePolicySaysWhatBecomesOfARequestThatNobodyAnswers() {
        register("validating", "v", hook("/silent", ANY_MAP + ",\"timeoutSeconds\":1"));
        Client.Answer refused = client.post(MAPS, map("a"));
        assertThat(refused.code()).isEqualTo(500);
        assertThat(refused.text("/message"))
                .contains("failed calling webhook \"silent.example.com\"", "deadline exceeded");

        client.delete(CONFIGS + "validatingwebhookconfigurations/v");
        register(
                "validating",
                "w",
                hook("/silent", ANY_MAP + ",\"timeoutSeconds\":1,\"failurePolicy\":\"Ignore\""));
        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(201);
    }

    @Test
    void aCertificateOfSomebodyElseIsNotTrusted() throws Exception {
        hooks.at("/x", (_, _) -> {});
        try (HookServer other = new HookServer()) {
            String foreign =
                    "{\"url\":\"https://127.0.0.1:" + hooks.port() + "/x\"," + other.bundle() + "}";
            register("validating", "v", hook("/x", foreign, ANY_MAP));
            Client.Answer refused = client.post(MAPS, map("a"));
            assertThat(refused.code()).isEqualTo(500);
            assertThat(refused.text("/message")).contains("tls: failed to verify certificate");
        }
        assertThat(hooks.takePaths()).isEmpty();
    }

    @Test
    void aServiceIsFoundOnThisMachineByItsAnnotation() { // H2.87
        hooks.at("/in/service", HookServer.patching(label("via", "service")));
        client.post(
                "/api/v1/namespaces/default/services",
                "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"kubernetes\","
                        + "\"annotations\":{\"sluice.dev/loopback-port\":\""
                        + hooks.port()
                        + "\"}},\"spec\":{\"ports\":[{\"port\":443}]}}");
        String reference =
                "{\"service\":{\"namespace\":\"default\",\"name\":\"kubernetes\",\"path\":\"in/service\"},"
                        + hooks.bundle()
                        + "}";
        register("mutating", "m", hook("/s", reference, ANY_MAP));

        assertThat(client.post(MAPS, map("a")).text("/metadata/labels/via")).isEqualTo("service");
    }

    @Test
    void aConditionDecidesBeforeAnybodyIsCalled() {
        hooks.at("/x", (_, response) -> response.put("allowed", false));
        String condition =
                ",\"matchConditions\":[{\"name\":\"only-b\",\"expression\":"
                        + "\"request.operation == 'CREATE' && object.metadata.name == 'b'\"}]";
        register("validating", "v", hook("/x", ANY_MAP + condition));

        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(201);
        assertThat(client.post(MAPS, map("b")).code()).isEqualTo(400);
        assertThat(hooks.takePaths()).containsExactly("/x");
    }

    @Test
    void aConditionWithoutAValueRefusesOrIsPassedOver() { // H2.82
        hooks.at("/x", (_, response) -> response.put("allowed", false));
        String broken =
                ",\"matchConditions\":[{\"name\":\"c\",\"expression\":\"object.data.absent == 'x'\"}]";
        register("validating", "v", hook("/x", ANY_MAP + broken));
        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(403);

        client.delete(CONFIGS + "validatingwebhookconfigurations/v");
        register("validating", "w", hook("/x", ANY_MAP + broken + ",\"failurePolicy\":\"Ignore\""));
        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(201);
        assertThat(hooks.takePaths()).isEmpty();
    }

    @Test
    void selectorsLookAtTheNamespaceAndAtTheObjectBeforeOrAfter() {
        hooks.at("/ns", (_, _) -> {});
        hooks.at("/object", (_, _) -> {});
        register(
                "validating",
                "v",
                hook(
                                "/ns",
                                ANY_MAP
                                        + ",\"namespaceSelector\":{\"matchLabels\":{\"watched\":\"1\"}}")
                        + ","
                        + hook(
                                "/object",
                                ANY_MAP
                                        + ",\"objectSelector\":{\"matchLabels\":{\"mine\":\"1\"}}"));

        client.post(MAPS, map("a"));
        assertThat(hooks.takePaths()).isEmpty();
        client.mergePatch(
                "/api/v1/namespaces/default", "{\"metadata\":{\"labels\":{\"watched\":\"1\"}}}");
        client.mergePatch(MAPS + "/a", "{\"metadata\":{\"labels\":{\"mine\":\"1\"}}}");
        assertThat(hooks.takePaths()).containsExactlyInAnyOrder("/ns", "/object");
        client.mergePatch(MAPS + "/a", "{\"metadata\":{\"labels\":{\"mine\":null}}}");
        assertThat(hooks.takePaths()).containsExactlyInAnyOrder("/ns", "/object");
    }

    @Test
    void anotherVersionOfTheResourceIsAskedForInTheVersionOfTheRule() { // H2.82
        hooks.at("/e", (_, _) -> {});
        String rule =
                "\"rules\":[{\"apiGroups\":[\"events.k8s.io\"],\"apiVersions\":[\"v1\"],"
                        + "\"resources\":[\"events\"],\"operations\":[\"CREATE\"]}]";
        register("validating", "v", hook("/e", rule));
        String event =
                """
                {"apiVersion":"v1","kind":"Event","metadata":{"name":"%s"},"reason":"R","message":"m",
                 "involvedObject":{"kind":"Pod","name":"p","namespace":"default"},"type":"Normal",
                 "source":{"component":"c"},"firstTimestamp":"2026-01-01T00:00:00Z"}
                """;
        client.post("/api/v1/namespaces/default/events", event.formatted("one"));

        JsonNode request = hooks.takeReviews().getFirst();
        assertThat(request.at("/kind/group").asText()).isEqualTo("events.k8s.io");
        assertThat(request.at("/requestKind/group").asText()).isEmpty();
        assertThat(request.at("/object/apiVersion").asText()).isEqualTo("events.k8s.io/v1");
        assertThat(request.at("/object/regarding/name").asText()).isEqualTo("p");

        client.delete(CONFIGS + "validatingwebhookconfigurations/v");
        register("validating", "w", hook("/e", rule + ",\"matchPolicy\":\"Exact\""));
        client.post("/api/v1/namespaces/default/events", event.formatted("two"));
        assertThat(hooks.takeReviews()).isEmpty();
    }

    @Test
    void whatRegistersWebhooksIsNotTheirBusiness() { // H2.88
        hooks.at("/no", (_, response) -> response.put("allowed", false));
        register(
                "validating",
                "v",
                hook(
                        "/no",
                        "\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"resources\":[\"*/*\"],"
                                + "\"operations\":[\"*\"]}]"));

        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(400);
        assertThat(client.delete(CONFIGS + "validatingwebhookconfigurations/v").code())
                .isEqualTo(200);
        assertThat(client.post(MAPS, map("a")).code()).isEqualTo(201);
    }

    @Test
    void anEvictionAndABindingAreAskedAboutAsWhatTheyAre() {
        hooks.at("/sub", (_, _) -> {});
        register(
                "validating",
                "v",
                hook(
                        "/sub",
                        "\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":"
                                + "[\"pods/binding\",\"pods/eviction\"],\"operations\":[\"CREATE\"]}]"));
        client.post(
                "/api/v1/namespaces/default/serviceaccounts",
                "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"default\"}}");
        client.post(
                "/api/v1/namespaces/default/pods",
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":"
                        + "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
        client.post(
                "/api/v1/namespaces/default/pods/p/binding",
                "{\"metadata\":{\"name\":\"p\"},\"target\":{\"kind\":\"Node\",\"name\":\"n\"}}");
        client.post(
                "/api/v1/namespaces/default/pods/p/eviction",
                "{\"apiVersion\":\"policy/v1\",\"kind\":\"Eviction\",\"metadata\":{\"name\":\"p\"}}");

        assertThat(hooks.takeReviews())
                .extracting(
                        r ->
                                r.at("/kind/kind").asText()
                                        + " "
                                        + r.at("/resource/resource").asText()
                                        + "/"
                                        + r.path("subResource").asText())
                .containsExactly("Binding pods/binding", "Eviction pods/eviction");
    }

    private void register(String sort, String name, String webhooks) {
        String kind = sort.equals("mutating") ? "Mutating" : "Validating";
        Client.Answer answer =
                client.post(
                        CONFIGS + sort + "webhookconfigurations",
                        "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":\""
                                + kind
                                + "WebhookConfiguration\",\"metadata\":{\"name\":\""
                                + name
                                + "\"},\"webhooks\":["
                                + webhooks
                                + "]}");
        assertThat(answer.code()).as(answer.body().toString()).isEqualTo(201);
    }

    private String hook(String path, String more) {
        return hook(path, hooks.client(path), more);
    }

    private static String hook(String path, String client, String more) {
        return "{\"name\":\""
                + path.substring(1)
                + ".example.com\",\"clientConfig\":"
                + client
                + ",\"admissionReviewVersions\":[\"v1\"],\"sideEffects\":\"None\","
                + more
                + "}";
    }

    private static String label(String key, String value) {
        return "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\""
                + key
                + "\":\""
                + value
                + "\"}}]";
    }

    private static String map(String name) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"data\":{\"a\":\"1\"}}";
    }
}
