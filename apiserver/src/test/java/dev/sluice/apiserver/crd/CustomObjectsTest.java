package dev.sluice.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.transcripts.Recording;
import java.util.ArrayList;
import java.util.List;
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
                .filter(r -> !r.causes().getFirst().contains("compilation failed"))
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
