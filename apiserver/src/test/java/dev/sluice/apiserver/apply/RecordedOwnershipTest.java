package dev.sluice.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.crd.DefinitionRules;
import dev.sluice.apiserver.crd.Definitions;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.Patch;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Ownership of fields against recorded writes (H3.20–H3.26). The world around it is a map of objects: bodies go through
/// the kind's schema defaults and nothing else.
class RecordedOwnershipTest {
    private static final List<Kind> BUILT_IN = BuiltInKinds.all();
    private static final List<String> PARTS = List.of("spec", "status", "data");

    @TestFactory
    Stream<DynamicTest> configMaps() {
        return replay("apply", "configmap");
    }

    @TestFactory
    Stream<DynamicTest> updates() {
        return replay("apply", "update-tracking");
    }

    @TestFactory
    Stream<DynamicTest> listsOfCustomObjects() {
        return replay("crd", "apply-lists");
    }

    private static Stream<DynamicTest> replay(String topic, String scenario) {
        World world = new World();
        List<DynamicTest> tests = new ArrayList<>();
        for (Recording recorded : Recording.of(topic, scenario)) {
            if (recorded.is("POST", "/customresourcedefinitions")) {
                world.define(Objects.requireNonNull(recorded.body()));
            } else if (!recorded.step().equals("setup") && !recorded.is("GET", "")) {
                tests.add(
                        DynamicTest.dynamicTest(recorded.toString(), () -> world.judge(recorded)));
            }
        }
        return tests.stream();
    }

    /// Objects by path.
    private static final class World {
        private final Map<String, ObjectNode> objects = new HashMap<>();
        private final List<Kind> kinds = new ArrayList<>(BUILT_IN);
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void define(ObjectNode definition) {
            new DefinitionRules().applyDefaults(definition);
            kinds.addAll(new Definitions(() -> now).settle(definition, List.of()).kinds());
        }

        void judge(Recording recorded) {
            now = now.plusSeconds(1);
            if (recorded.code() == 404 || recorded.code() == 422) {
                return;
            }
            try {
                ObjectNode stored = write(recorded);
                assertThat(recorded.code()).isIn(200, 201);
                if (!recorded.answer().path("metadata").path("managedFields").isMissingNode()) {
                    assertThat(owners(stored)).isEqualTo(owners(recorded.answer()));
                }
                for (String part : PARTS) {
                    assertThat(stored.get(part)).isEqualTo(recorded.answer().get(part));
                }
            } catch (ApiError e) {
                assertThat(e.code()).as(e.text()).isEqualTo(recorded.code());
                assertThat(e.text()).isEqualTo(recorded.answer().path("message").asText());
            }
        }

        private ObjectNode write(Recording recorded) {
            String path = recorded.request().path("path").asText();
            String subresource = path.endsWith("/status") ? "status" : "";
            ObjectNode body = Objects.requireNonNull(recorded.body());
            String name =
                    recorded.is("POST", "")
                            ? "/" + body.path("metadata").path("name").asText()
                            : "";
            String key = path.replace("/status", "") + name;
            ObjectNode live = objects.get(key);
            Kind kind = kind(path);
            Author author =
                    Author.of(
                            recorded.parameter("fieldManager"),
                            recorded.request().path("headers").path("User-Agent").asText(),
                            subresource,
                            now);
            ObjectNode written = written(recorded, kind, live, body, author);
            kind.rules().applyDefaults(written);
            objects.put(key, written);
            return written;
        }

        private ObjectNode written(
                Recording recorded,
                Kind kind,
                @Nullable ObjectNode live,
                ObjectNode body,
                Author author) {
            String type = recorded.request().path("headers").path("Content-Type").asText();
            if (type.startsWith("application/apply-patch")) {
                boolean force = recorded.parameter("force").equals("true");
                return ManagedFields.apply(kind, OtherVersions.NONE, live, body, author, force);
            }
            ObjectNode object = body;
            if (type.startsWith("application/merge-patch")) {
                byte[] patch = body.toString().getBytes(StandardCharsets.UTF_8);
                object =
                        Patch.read(Patch.Language.MERGE, patch)
                                .applyTo(Objects.requireNonNull(live), kind.schema());
            }
            ManagedFields.track(kind, OtherVersions.NONE, live, object, author);
            return object;
        }

        private Kind kind(String path) {
            return kinds.stream()
                    .filter(k -> path.matches(".*/ns-run1/" + k.plural() + "(/.*)?"))
                    .filter(
                            k ->
                                    path.startsWith("/api/" + k.apiVersion() + "/")
                                            || path.startsWith("/apis/" + k.apiVersion() + "/"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// The owners without their times, in the order that the recordings have.
    private static List<JsonNode> owners(JsonNode object) {
        List<JsonNode> owners = new ArrayList<>();
        for (JsonNode entry : object.path("metadata").path("managedFields")) {
            ObjectNode owner = entry.deepCopy();
            owner.remove("time");
            owners.add(new ObjectMapper().valueToTree(owner));
        }
        owners.sort(
                (a, b) ->
                        (a.path("manager").asText() + a.path("operation").asText())
                                .compareTo(
                                        b.path("manager").asText() + b.path("operation").asText()));
        return owners;
    }
}
