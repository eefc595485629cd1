package dev.sluice.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.feature.FeatureGates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What the peer's webhooks refused and accepted of our kinds, request by request (A3, A5, A6, A7).
class RecordedRefusalsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KindRules rules = new KindRules(FeatureGates.defaultsOfPeer());

    @TestFactory
    List<DynamicTest> answersAsRecorded() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(
                                        Objects.requireNonNull(
                                                RecordedRefusalsTest.class.getResourceAsStream(
                                                        "/validation.jsonl.gz"))),
                                StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode recorded = JSON.readTree(line);
                if (isForRules(recorded)) {
                    tests.add(
                            DynamicTest.dynamicTest(
                                    recorded.path("about").asText(), () -> check(recorded)));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(60);
        return tests;
    }

    private boolean isForRules(JsonNode recorded) {
        JsonNode request = recorded.path("request");
        int code = recorded.at("/response/code").asInt();
        return request.path("apiVersion").asText().equals("kueue.x-k8s.io/v1beta2")
                && KindRules.KINDS.contains(request.path("kind").asText())
                && (code < 300 || code == 403);
    }

    private void check(JsonNode recorded) {
        JsonNode request = recorded.path("request");
        Rules rulesOfKind = rules.of(request.path("kind").asText());
        JsonNode old = old(recorded);
        JsonNode object = old == null ? created(request) : patched(request, old);

        List<Complaint> complaints = rulesOfKind.check(object, old);

        if (recorded.at("/response/code").asInt() < 300) {
            assertThat(complaints).isEmpty();
            return;
        }
        String message = recorded.at("/response/message").asText().replace("<pointer>", "3");
        String webhook =
                "v" + request.path("kind").asText().toLowerCase(java.util.Locale.ROOT) + ".kb.io";
        assertThat(
                        "admission webhook \""
                                + webhook
                                + "\" denied the request: "
                                + Complaint.text(complaints))
                .isEqualTo(message);
    }

    /// A status in a create is dropped before anything looks at it.
    private static JsonNode created(JsonNode request) {
        ObjectNode object = request.path("object").deepCopy();
        object.remove("status");
        return object;
    }

    private static @Nullable JsonNode old(JsonNode recorded) {
        JsonNode request = recorded.path("request");
        if (!request.path("verb").asText().equals("patch")) {
            return null;
        }
        for (JsonNode prior : recorded.path("prior")) {
            if (prior.path("kind").equals(request.path("kind"))
                    && prior.at("/metadata/name").equals(request.path("name"))) {
                return prior;
            }
        }
        throw new IllegalStateException("no prior object: " + recorded.path("about"));
    }

    private static JsonNode patched(JsonNode request, JsonNode old) {
        JsonNode copy = old.deepCopy();
        return request.path("patchType").asText().equals("merge")
                ? merged(copy, request.path("patch"))
                : replaced(copy, request.path("patch"));
    }

    private static JsonNode merged(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode object =
                target.isObject() ? (ObjectNode) target : JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            if (field.getValue().isNull()) {
                object.remove(field.getKey());
            } else {
                object.set(field.getKey(), merged(object.path(field.getKey()), field.getValue()));
            }
        }
        return object;
    }

    private static JsonNode replaced(JsonNode target, JsonNode operations) {
        for (JsonNode operation : operations) {
            String path = operation.path("path").asText();
            int last = path.lastIndexOf('/');
            JsonNode parent = target.at(path.substring(0, last));
            String name = path.substring(last + 1);
            switch (parent) {
                case ArrayNode array -> array.set(Integer.parseInt(name), operation.path("value"));
                default -> ((ObjectNode) parent).set(name, operation.path("value"));
            }
        }
        return target;
    }
}
