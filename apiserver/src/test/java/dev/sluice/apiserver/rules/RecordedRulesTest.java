package dev.sluice.apiserver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.Patch;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What the reference API server made of Pods and Jobs, taken through our rules: the same defaults, the same complaints,
/// the same changes allowed (H2.70, H8.20 to H8.43).
class RecordedRulesTest {
    private final BuiltInWorld world = new BuiltInWorld();

    /// H8.22, H8.43: each object is refused for the same reasons at the same fields, or accepted. Names of objects are
    /// checked elsewhere.
    @TestFactory
    Stream<DynamicTest> invalidObjectsAreRefusedForTheSameReasons() {
        return Stream.of("pods", "jobs")
                .flatMap(scenario -> Recording.of("invalid", scenario).stream())
                .filter(r -> r.is("POST", "/pods") || r.is("POST", "/jobs"))
                .filter(r -> !r.step().equals("pod-name"))
                .map(r -> DynamicTest.dynamicTest(r.toString(), () -> judgeCreate(r)));
    }

    private void judgeCreate(Recording recording) {
        Kind kind = world.kind(recording.is("POST", "/jobs") ? "jobs" : "pods");
        ObjectNode body = Objects.requireNonNull(recording.body());
        BuiltInWorld.Outcome outcome = world.create(kind, body, "some-uid");
        assertThat(outcome.code()).as(outcome.causes().toString()).isEqualTo(recording.code());
        if (recording.code() == 422) {
            assertThat(outcome.fields()).isEqualTo(fields(recording));
        }
    }

    /// The recorded answer, with placeholders for UIDs turned into something that can stand in a label.
    private static JsonNode answer(Recording recording) {
        return Recording.parse(recording.answer().toString().replaceAll("<(uid-\\d+)>", "$1"));
    }

    /// The recorded causes without their texts.
    private static List<String> fields(Recording recording) {
        List<String> fields = new ArrayList<>();
        for (JsonNode cause : recording.answer().path("details").path("causes")) {
            fields.add(
                    (cause.path("reason").asText() + " " + cause.path("field").asText()).strip());
        }
        fields.sort(null);
        return fields;
    }

    /// H2.70, H8.20, H8.21, H8.40.
    @TestFactory
    Stream<DynamicTest> newObjectsGetTheSameDefaults() {
        return Stream.of("pods", "jobs")
                .flatMap(topic -> Recording.of(topic, "defaults").stream())
                .filter(r -> r.is("POST", "/pods") || r.is("POST", "/jobs"))
                .map(r -> DynamicTest.dynamicTest(r.toString(), () -> judgeDefaults(r)));
    }

    private void judgeDefaults(Recording recording) {
        Kind kind = world.kind(recording.is("POST", "/jobs") ? "jobs" : "pods");
        ObjectNode body = Objects.requireNonNull(recording.body());
        String uid = answer(recording).path("metadata").path("uid").asText();
        BuiltInWorld.Outcome outcome = world.create(kind, body, uid);
        assertThat(outcome.causes()).isEmpty();
        assertThat(outcome.object().get("spec")).isEqualTo(answer(recording).get("spec"));
        assertThat(outcome.object().get("status")).isEqualTo(answer(recording).get("status"));
        assertThat(outcome.object().path("metadata").get("labels"))
                .isEqualTo(answer(recording).path("metadata").get("labels"));
    }

    /// H8.23 to H8.25, H8.41: one story of patches after the other, on the object as it then stands.
    @TestFactory
    Stream<DynamicTest> changesAreAllowedAndRefusedAlike() {
        return Stream.of(
                        List.of("pods", "scheduling-gates"),
                        List.of("pods", "update-rules"),
                        List.of("jobs", "suspended-template"),
                        List.of("jobs", "status-validation"))
                .map(
                        story ->
                                DynamicTest.dynamicTest(
                                        String.join("/", story),
                                        () -> tell(story.getFirst(), story.getLast())));
    }

    private void tell(String plural, String scenario) {
        Kind kind = world.kind(plural);
        Map<String, ObjectNode> objects = new HashMap<>();
        int patches = 0;
        for (Recording recording : Recording.of(plural, scenario)) {
            String path = recording.request().path("path").asText();
            List<String> parts = List.of(path.split("/"));
            int at = parts.indexOf(plural);
            String method = recording.request().path("method").asText();
            if (at < 0 || method.equals("GET") || path.endsWith("/binding")) {
                continue;
            }
            BuiltInWorld.Outcome outcome;
            String name;
            if (method.equals("POST")) {
                ObjectNode body = Objects.requireNonNull(recording.body());
                name = body.path("metadata").path("name").asText();
                outcome = world.create(kind, body, answer(recording).at("/metadata/uid").asText());
            } else if (path.endsWith("/ephemeralcontainers")) {
                continue;
            } else {
                name = parts.get(at + 1);
                patches++;
                outcome =
                        patch(
                                kind,
                                recording,
                                Objects.requireNonNull(objects.get(name), name),
                                path.endsWith("/status"));
            }
            assertThat(outcome.code())
                    .as(recording + ": " + outcome.causes())
                    .isEqualTo(recording.code());
            if (recording.code() == 422) {
                assertThat(outcome.fields()).as(recording.toString()).isEqualTo(fields(recording));
            } else {
                objects.put(name, outcome.object());
                assertThat(outcome.object().get("spec"))
                        .as(recording.toString())
                        .isEqualTo(withoutNode(answer(recording).get("spec")));
            }
        }
        assertThat(patches).isGreaterThan(5);
    }

    /// Bindings are not part of these stories.
    private static JsonNode withoutNode(JsonNode spec) {
        return ((ObjectNode) spec.deepCopy()).without("nodeName");
    }

    private BuiltInWorld.Outcome patch(
            Kind kind, Recording recording, ObjectNode old, boolean status) {
        String type = recording.request().path("headers").path("Content-Type").asText();
        Patch.Language language =
                switch (type) {
                    case "application/json-patch+json" -> Patch.Language.JSON;
                    case "application/merge-patch+json" -> Patch.Language.MERGE;
                    default -> Patch.Language.STRATEGIC_MERGE;
                };
        byte[] body = recording.request().path("body").toString().getBytes(StandardCharsets.UTF_8);
        ObjectNode patched = Patch.read(language, body).applyTo(old, kind.schema());
        return status ? world.updateStatus(kind, patched, old) : world.update(kind, patched, old);
    }
}
