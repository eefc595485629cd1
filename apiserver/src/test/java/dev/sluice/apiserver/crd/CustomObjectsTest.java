package dev.sluice.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Definitions and objects of custom kinds against what the reference did with the same bodies (H4.10–H4.16).
class CustomObjectsTest {
    private static final String DEFINITIONS = "/customresourcedefinitions";

    @TestFactory
    Stream<DynamicTest> refusesBadDefinitionsAsRecorded() {
        return Recording.of("crd", "invalid-crds").stream()
                .filter(r -> r.code() == 422)
                .map(
                        r ->
                                DynamicTest.dynamicTest(
                                        r.toString(),
                                        () -> {
                                            ObjectNode body = Objects.requireNonNull(r.body());
                                            assertThat(
                                                            CustomWorld.texts(
                                                                    new CustomWorld().define(body)))
                                                    .isEqualTo(r.causes());
                                        }));
    }

    @TestFactory
    Stream<DynamicTest> validatesValuesAsRecorded() {
        return creates("schema-validation");
    }

    private static Stream<DynamicTest> creates(String scenario) {
        List<Recording> all = Recording.of("crd", scenario);
        CustomWorld world = new CustomWorld();
        for (Recording r : all) {
            if (r.is("POST", DEFINITIONS)) {
                assertThat(world.define(Objects.requireNonNull(r.body()))).isEmpty();
            }
        }
        return all.stream()
                .filter(r -> r.is("POST", "/fulls") && r.body() != null)
                .filter(r -> r.parameter("fieldValidation").isEmpty())
                .filter(r -> !r.causes().toString().contains("metadata.name"))
                .map(r -> DynamicTest.dynamicTest(r.toString(), () -> judge(world, r)));
    }

    private static void judge(CustomWorld world, Recording recorded) {
        CustomWorld.Outcome outcome = world.write(Objects.requireNonNull(recorded.body()), null);
        assertThat(outcome.causes()).isEqualTo(recorded.causes());
        if (recorded.code() == 201) {
            assertThat(outcome.object().get("spec")).isEqualTo(recorded.answer().get("spec"));
            assertThat(outcome.unknown()).isEqualTo(unknownFields(recorded));
        }
    }

    private static List<String> unknownFields(Recording recorded) {
        List<String> fields = new ArrayList<>();
        for (JsonNode warning : recorded.response().path("headers").path("Warning")) {
            String text = warning.asText();
            fields.add(text.substring(text.indexOf("\\\"") + 2, text.lastIndexOf("\\\"")));
        }
        return fields;
    }

    @TestFactory
    Stream<DynamicTest> asksRulesAsRecorded() {
        List<Recording> all = Recording.of("crd", "cel");
        CustomWorld world = new CustomWorld();
        Map<String, ObjectNode> objects = new HashMap<>();
        return all.stream()
                .filter(
                        r ->
                                r.body() != null
                                        && r.causes().stream()
                                                .noneMatch(c -> c.contains("namespace")))
                .map(
                        r ->
                                DynamicTest.dynamicTest(
                                        r.toString(), () -> judgeRules(world, objects, r)));
    }

    private static void judgeRules(
            CustomWorld world, Map<String, ObjectNode> objects, Recording recorded) {
        ObjectNode body = Objects.requireNonNull(recorded.body());
        if (recorded.is("POST", DEFINITIONS)) {
            assertThat(world.define(body)).isEmpty();
            return;
        }
        if (!recorded.request().path("path").asText().contains("/rules")) {
            return;
        }
        ObjectNode old = null;
        if (recorded.is("PATCH", "")) {
            boolean status = recorded.is("PATCH", "/status");
            old = Objects.requireNonNull(objects.get("ok1"));
            byte[] patch = body.toString().getBytes(StandardCharsets.UTF_8);
            body = Patch.read(Patch.Language.MERGE, patch).applyTo(old, world.kind(old).schema());
            String other = status ? "spec" : "status";
            body.set(other, old.get(other));
            body.properties().removeIf(field -> field.getValue().isNull());
        }
        CustomWorld.Outcome outcome = world.write(body, old);
        assertThat(outcome.causes()).isEqualTo(recorded.causes());
        if (recorded.code() < 300) {
            objects.put("ok1", outcome.object());
            assertThat(outcome.object().get("spec")).isEqualTo(recorded.answer().get("spec"));
        }
    }

    /// What Kueue's schemas and rules refuse, without its webhooks.
    @TestFactory
    Stream<DynamicTest> refusesWhatKueuesDefinitionsForbid() {
        CustomWorld world = new CustomWorld();
        Recording.kueueDefinitions().forEach(world::define);
        return Recording.raw("validation").stream()
                .filter(line -> line.path("response").path("code").asInt() == 422)
                .filter(
                        line ->
                                line.path("request")
                                        .path("apiVersion")
                                        .asText()
                                        .startsWith("kueue"))
                .filter(line -> !causes(line).getFirst().contains(" metadata."))
                // Kueue's mutating webhook had put in an empty effect before the schema looked
                .filter(line -> !causes(line).getFirst().contains("supported taint effect"))
                .map(
                        line ->
                                DynamicTest.dynamicTest(
                                        line.path("about").asText(),
                                        () ->
                                                assertThat(outcome(world, line).causes())
                                                        .isEqualTo(causes(line))));
    }

    private static CustomWorld.Outcome outcome(CustomWorld world, JsonNode line) {
        JsonNode request = line.path("request");
        if (request.path("verb").asText().equals("create")) {
            return world.write(request.path("object").deepCopy(), null);
        }
        ObjectNode old = null;
        for (JsonNode prior : line.path("prior")) {
            if (prior.path("kind").equals(request.path("kind"))
                    && prior.path("metadata").path("name").equals(request.path("name"))) {
                old = world.write(prior.deepCopy(), null).object();
            }
        }
        ObjectNode before = Objects.requireNonNull(old);
        Patch.Language language =
                request.path("patchType").asText().equals("json")
                        ? Patch.Language.JSON
                        : Patch.Language.MERGE;
        byte[] patch = request.path("patch").toString().getBytes(StandardCharsets.UTF_8);
        ObjectNode object =
                Patch.read(language, patch).applyTo(before, world.kind(before).schema());
        return world.write(object, before);
    }

    private static List<String> causes(JsonNode line) {
        List<String> causes = new ArrayList<>();
        for (JsonNode cause : line.path("response").path("causes")) {
            causes.add(
                    cause.path("reason").asText()
                            + " "
                            + cause.path("field").asText()
                            + " "
                            + cause.path("message").asText());
        }
        causes.sort(null);
        return causes;
    }

    @Test
    void acceptsKueuesDefinitionsUnchanged() {
        CustomWorld world = new CustomWorld();
        for (ObjectNode definition : Recording.kueueDefinitions()) {
            assertThat(CustomWorld.texts(world.define(definition)))
                    .as(definition.path("metadata").path("name").asText())
                    .isEmpty();
        }
    }
}
