package dev.sluice.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.apiserver.http.FrameSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A default that a definition gains later is shown for objects that were stored before (H4.14; H11.3 row 40).
class DefaultsOnReadTest {
    private static final String DEFINITIONS =
            "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    private static final String LAMPS = "/apis/example.com/v1/namespaces/default/lamps";
    private static final String OLD_LAMPS = "/apis/example.com/v1alpha1/namespaces/default/lamps";

    @TempDir Path data;
    private ApiServer server;
    private Client client;

    @BeforeEach
    void start() throws StartupFailure {
        server = ApiServer.start(ApiServerConfig.durable(data).withPort(-1));
        client = new Client(server);
        assertThat(client.post(DEFINITIONS, definition("")).code()).isEqualTo(201);
        assertThat(client.post(LAMPS, lamp("before", "")).code()).isEqualTo(201);
        assertThat(client.post(LAMPS, lamp("chosen", "\"colour\":\"red\"")).code()).isEqualTo(201);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void gainDefault() {
        String change = "{\"spec\":{\"versions\":[" + versions(",\"default\":\"green\"") + "]}}";
        assertThat(client.mergePatch(DEFINITIONS + "/lamps.example.com", change).code())
                .isEqualTo(200);
    }

    @Test
    void aNewDefaultIsShownByGetAndList() {
        assertThat(client.get(LAMPS + "/before").text("/spec/colour")).isEmpty();
        gainDefault();
        assertThat(client.get(LAMPS + "/before").text("/spec/colour")).isEqualTo("green");
        assertThat(client.get(LAMPS + "/chosen").text("/spec/colour")).isEqualTo("red");
        Client.Answer list = client.get(LAMPS);
        assertThat(list.text("/items/0/spec/colour")).isEqualTo("green");
        assertThat(list.text("/items/1/spec/colour")).isEqualTo("red");
        assertThat(client.get(OLD_LAMPS + "/before").text("/spec/colour")).isEqualTo("green");
    }

    @Test
    void aNewDefaultIsShownByWatches() throws Exception {
        gainDefault();
        try (FrameSource watch = client.watch(LAMPS + "?watch=true&resourceVersion=0")) {
            assertThat(texts(watch, 2))
                    .satisfiesExactlyInAnyOrder(
                            event -> assertThat(event).contains("before").contains("green"),
                            event -> assertThat(event).contains("chosen").contains("red"));
        }
        String from = "" + server.revision();
        client.delete(LAMPS + "/before");
        try (FrameSource watch = client.watch(LAMPS + "?watch=true&resourceVersion=" + from)) {
            assertThat(texts(watch, 1).getFirst()).contains("DELETED").contains("before");
        }
    }

    @Test
    void nothingIsWrittenForThat() {
        String before = client.get(LAMPS + "/before").text("/metadata/resourceVersion");
        gainDefault();
        assertThat(client.get(LAMPS + "/before").text("/metadata/resourceVersion"))
                .isEqualTo(before);
        client.mergePatch(LAMPS + "/before", "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(client.get(LAMPS + "/before").text("/spec/colour")).isEqualTo("green");
    }

    @Test
    void aNewDefaultIsShownAfterARestart() throws StartupFailure {
        gainDefault();
        server.close();
        server = ApiServer.start(ApiServerConfig.durable(data).withPort(-1));
        client = new Client(server);
        assertThat(client.get(LAMPS + "/before").text("/spec/colour")).isEqualTo("green");
    }

    private static List<String> texts(FrameSource watch, int count) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        while (texts.size() < count) {
            watch.next().forEach(frame -> texts.add(new String(frame, StandardCharsets.UTF_8)));
        }
        return texts;
    }

    private static String lamp(String name, String spec) {
        return "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Lamp\",\"metadata\":{\"name\":\""
                + name
                + "\"},\"spec\":{"
                + spec
                + "}}";
    }

    private static String definition(String fallback) {
        return "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
                + "\"metadata\":{\"name\":\"lamps.example.com\"},\"spec\":{\"group\":\"example.com\","
                + "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"lamps\",\"singular\":\"lamp\","
                + "\"kind\":\"Lamp\",\"listKind\":\"LampList\"},\"versions\":["
                + versions(fallback)
                + "]}}";
    }

    private static String versions(String fallback) {
        return version("v1", true, fallback) + "," + version("v1alpha1", false, "");
    }

    private static String version(String name, boolean storage, String fallback) {
        return "{\"name\":\""
                + name
                + "\",\"served\":true,\"storage\":"
                + storage
                + ",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":"
                + "{\"type\":\"object\",\"properties\":{\"colour\":{\"type\":\"string\""
                + fallback
                + "}}}}}}}";
    }
}
