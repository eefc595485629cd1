package dev.sluice.api.crd;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/// A1, A3 to A12: what a client can see of our definitions is what it sees of the peer's.
class CrdsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void haveTheRecordedStructureRulesDefaultsAndColumns() throws IOException {
        Map<String, JsonNode> recorded = recorded();

        assertThat(Crds.all()).hasSameSizeAs(recorded.keySet());
        for (ObjectNode crd : Crds.all()) {
            String name = crd.at("/metadata/name").asText();
            ObjectNode shown = (ObjectNode) withoutDescriptions(crd);
            if (name.equals("workloads.kueue.x-k8s.io")) {
                takeOutWhatThePeerDoesNotHave(shown);
            }
            assertThat(shown.path("spec"))
                    .as(name)
                    .isEqualTo(requireNonNull(recorded.get(name), name).path("spec"));
        }
    }

    /// The two fields that we have and the peer has not (KEP-8729, KEP-8303).
    private static void takeOutWhatThePeerDoesNotHave(ObjectNode crd) {
        JsonNode spec =
                crd.at("/spec/versions/1/schema/openAPIV3Schema/properties/spec/properties");
        assertThat(((ObjectNode) spec).remove("admissionConstraints"))
                .isEqualTo(
                        JSON.createObjectNode()
                                .put("type", "object")
                                .set(
                                        "properties",
                                        JSON.createObjectNode()
                                                .<ObjectNode>set("borrowing", never())
                                                .set("preemption", never())));
        JsonNode gate =
                crd.at(
                        "/spec/versions/1/schema/openAPIV3Schema/properties/status/properties/preemptionGates/items/properties");
        assertThat(((ObjectNode) gate).remove("state")).isEqualTo(gate.path("position"));
    }

    private static ObjectNode never() {
        ObjectNode never = JSON.createObjectNode().put("type", "string");
        never.putArray("enum").add("Never");
        return never;
    }

    /// No text without its field, and no field of a spec or status without a text, nor any a step below one.
    @Test
    void describeEachKindAndEachField() throws IOException {
        Properties texts = new Properties();
        texts.load(Crds.class.getResourceAsStream("/crds/descriptions.properties"));
        Set<String> described = new HashSet<>();
        Set<String> bare = new TreeSet<>();
        for (ObjectNode crd : Crds.all()) {
            for (JsonNode version : crd.at("/spec/versions")) {
                collect(
                        version.at("/schema/openAPIV3Schema"),
                        crd.at("/spec/names/kind").asText(),
                        described,
                        bare);
            }
        }

        assertThat(described).containsAll(texts.stringPropertyNames());
        assertThat(bare).filteredOn(path -> path.split("\\.").length <= 5).isEmpty();
    }

    private static void collect(
            JsonNode schema, String path, Set<String> described, Set<String> bare) {
        if (schema.has("description") && !schema.get("description").isObject()) {
            described.add(path);
            String[] names = path.split("\\.");
            described.add("*." + names[names.length - 1]);
            described.add("*." + String.join(".", lastTwo(names)));
        } else {
            bare.add(path);
        }
        JsonNode fields =
                schema.has("items") ? schema.at("/items/properties") : schema.path("properties");
        fields.properties()
                .forEach(e -> collect(e.getValue(), path + "." + e.getKey(), described, bare));
    }

    private static List<String> lastTwo(String[] names) {
        return Arrays.asList(names).subList(Math.max(0, names.length - 2), names.length);
    }

    private static Map<String, JsonNode> recorded() throws IOException {
        Map<String, JsonNode> byName = new HashMap<>();
        try (var in =
                new GZIPInputStream(CrdsTest.class.getResourceAsStream("/kueue-crds.json.gz"))) {
            for (JsonNode entry : JSON.readTree(in)) {
                JsonNode crd = entry.get("body");
                byName.put(crd.at("/metadata/name").asText(), crd);
            }
        }
        return byName;
    }

    private static JsonNode withoutDescriptions(JsonNode node) {
        if (node instanceof ObjectNode object && object.path("description").isTextual()) {
            object.remove("description");
        }
        node.forEach(CrdsTest::withoutDescriptions);
        return node;
    }
}
