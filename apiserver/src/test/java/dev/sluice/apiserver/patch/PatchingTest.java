package dev.sluice.apiserver.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.BuiltInKinds;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.patch.Patch.Language;
import dev.sluice.apiserver.schema.Schema;
import dev.sluice.apiserver.schema.SchemaReader;
import dev.sluice.apiserver.transcripts.Recording;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The patch languages, rule by rule (H3.1–H3.12).
class PatchingTest {
    private static final Schema ANY = SchemaReader.read(JsonNodeFactory.instance.objectNode());
    private static final Schema POD =
            BuiltInKinds.all().stream()
                    .filter(kind -> kind.kind().equals("Pod"))
                    .map(Kind::schema)
                    .findFirst()
                    .orElseThrow();

    private static JsonNode patched(Language language, Schema schema, String object, String patch) {
        return Patch.read(language, patch.getBytes(StandardCharsets.UTF_8))
                .applyTo((ObjectNode) Recording.parse(object), schema);
    }

    private static JsonNode json(String text) {
        return Recording.parse(text);
    }

    // --- JSON patch
    // ------------------------------------------------------------------------------------------------

    @Test
    void runsOperationsInOrder() {
        assertThat(
                        patched(
                                Language.JSON,
                                ANY,
                                """
                                {"a":{"b":[1,2]},"c":1}""",
                                """
                                [{"op":"add","path":"/a/b/1","value":9},
                                 {"op":"add","path":"/a/b/-","value":3},
                                 {"op":"remove","path":"/a/b/0"},
                                 {"op":"move","from":"/c","path":"/d"},
                                 {"op":"copy","from":"/a/b","path":"/e"},
                                 {"op":"test","path":"/e/0","value":9},
                                 {"op":"replace","path":"/a","value":null}]"""))
                .isEqualTo(
                        json(
                                """
                                {"a":null,"d":1,"e":[9,2,3]}"""));
    }

    @Test
    void replacesWhatIsNotThereAndCountsFromTheEnd() {
        assertThat(
                        patched(
                                Language.JSON,
                                ANY,
                                """
                                {"l":[1,2,3]}""",
                                """
                                [{"op":"replace","path":"/new","value":1},
                                 {"op":"replace","path":"/l/-1","value":9}]"""))
                .isEqualTo(
                        json(
                                """
                                {"l":[1,2,9],"new":1}"""));
    }

    @TestFactory
    Stream<DynamicTest> refusesWhatDoesNotApply() {
        return Stream.of(
                        """
                        [{"op":"test","path":"/a","value":2}]""",
                        """
                        [{"op":"remove","path":"/x"}]""",
                        """
                        [{"op":"add","path":"/x/y","value":1}]""",
                        """
                        [{"op":"add","path":"/l/7","value":1}]""",
                        """
                        [{"op":"add","path":"/l/x","value":1}]""",
                        """
                        [{"op":"dance","path":"/a"}]""",
                        """
                        [{"op":"move","path":"/a"}]""",
                        """
                        [{"op":"add","path":"a","value":1}]""")
                .map(
                        patch ->
                                DynamicTest.dynamicTest(
                                        patch,
                                        () ->
                                                assertThatThrownBy(
                                                                () ->
                                                                        patched(
                                                                                Language.JSON,
                                                                                ANY,
                                                                                """
                                                                                {"a":1,"l":[]}""",
                                                                                patch))
                                                        .isInstanceOfSatisfying(
                                                                ApiError.class,
                                                                e ->
                                                                        assertThat(e.code())
                                                                                .isEqualTo(422))));
    }

    @Test
    void refusesCopiesThatGrowWithoutEnd() {
        String doubling =
                "["
                        + "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"},".repeat(40)
                        + "{\"op\":\"test\",\"path\":\"/b\",\"value\":1}]";
        assertThatThrownBy(
                        () ->
                                patched(
                                        Language.JSON,
                                        ANY,
                                        "{\"a\":[\"0123456789\"],\"b\":1}",
                                        doubling))
                .isInstanceOf(ApiError.class);
    }

    /// A patch that sets every leaf of one tree in another makes them equal; one that takes them back restores it.
    @TestFactory
    Stream<DynamicTest> mergePatchesLeadFromAnyObjectToAnyOther() {
        return IntStream.range(0, 300)
                .mapToObj(
                        seed ->
                                DynamicTest.dynamicTest(
                                        "seed " + seed,
                                        () -> {
                                            Random random = new Random(seed);
                                            ObjectNode from = tree(random, 3);
                                            ObjectNode to = tree(random, 3);
                                            assertThat(
                                                            patched(
                                                                    Language.MERGE,
                                                                    ANY,
                                                                    from.toString(),
                                                                    difference(from, to)
                                                                            .toString()))
                                                    .isEqualTo(to);
                                        }));
    }

    private static ObjectNode tree(Random random, int depth) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < 4; i++) {
            String name = "f" + i;
            switch (random.nextInt(depth > 0 ? 5 : 3)) {
                case 0 -> tree.put(name, random.nextInt(3));
                case 1 -> tree.put(name, "s" + random.nextInt(3));
                case 2 -> {}
                case 3 -> tree.set(name, tree(random, depth - 1));
                default -> tree.putArray(name).add(random.nextInt(3));
            }
        }
        return tree;
    }

    private static ObjectNode difference(ObjectNode from, ObjectNode to) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        for (var field : to.properties()) {
            JsonNode before = from.get(field.getKey());
            if (before instanceof ObjectNode a && field.getValue() instanceof ObjectNode b) {
                patch.set(field.getKey(), difference(a, b));
            } else if (!field.getValue().equals(before)) {
                patch.set(field.getKey(), field.getValue());
            }
        }
        from.properties().stream()
                .filter(field -> !to.has(field.getKey()))
                .forEach(field -> patch.putNull(field.getKey()));
        return patch;
    }

    // --- strategic merge patch
    // -------------------------------------------------------------------------------------

    private static final String PODS =
            """
            {"spec":{"containers":[{"name":"a","image":"1","env":[{"name":"X","value":"1"}]},{"name":"b"}],
             "tolerations":[{"key":"t"}],"nodeSelector":{"k":"v"},
             "volumes":[{"name":"v","emptyDir":{}}]},
             "metadata":{"finalizers":["f/1","f/2"]}}""";

    private static JsonNode strategic(String patch) {
        return patched(Language.STRATEGIC_MERGE, POD, PODS, patch);
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        ((ArrayNode) list)
                .forEach(e -> names.add(e.isTextual() ? e.asText() : e.path("name").asText()));
        return names;
    }

    @Test
    void mergesListsByKeyAndReplacesThoseWithout() {
        JsonNode pod =
                strategic(
                        """
                        {"spec":{"containers":[{"name":"a","env":[{"name":"Y","value":"2"}]}],
                         "tolerations":[{"key":"u"}]}}""");
        assertThat(names(pod.at("/spec/containers"))).containsExactly("a", "b");
        assertThat(names(pod.at("/spec/containers/0/env"))).containsExactly("Y", "X");
        assertThat(pod.at("/spec/containers/0/image").asText()).isEqualTo("1");
        assertThat(pod.at("/spec/tolerations").toString()).isEqualTo("[{\"key\":\"u\"}]");
    }

    @Test
    void ordersElementsAsTheClientKnowsThem() {
        JsonNode pod =
                strategic(
                        """
                        {"spec":{"$setElementOrder/containers":[{"name":"b"},{"name":"a"},{"name":"c"}],
                         "containers":[{"name":"c"}]}}""");
        assertThat(names(pod.at("/spec/containers"))).containsExactly("b", "a", "c");
    }

    @Test
    void keepsServerElementsInTheirPlace() {
        JsonNode pod =
                strategic(
                        """
                        {"spec":{"$setElementOrder/containers":[{"name":"b"}],
                         "containers":[{"name":"b","image":"2"}]}}""");
        assertThat(names(pod.at("/spec/containers"))).containsExactly("a", "b");
    }

    @Test
    void obeysDirectives() {
        JsonNode pod =
                strategic(
                        """
                        {"spec":{"containers":[{"name":"b","$patch":"delete"}],
                         "nodeSelector":{"$patch":"replace","n":"m"},
                         "volumes":[{"name":"v","$retainKeys":["name","hostPath"],"hostPath":{"path":"/x"}}]},
                         "metadata":{"$deleteFromPrimitiveList/finalizers":["f/1"]}}""");
        assertThat(names(pod.at("/spec/containers"))).containsExactly("a");
        assertThat(pod.at("/spec/nodeSelector").toString()).isEqualTo("{\"n\":\"m\"}");
        assertThat(pod.at("/spec/volumes/0").has("emptyDir")).isFalse();
        assertThat(names(pod.at("/metadata/finalizers"))).containsExactly("f/2");
    }

    @Test
    void leavesNoDirectiveBehindWhereNothingWas() {
        JsonNode pod =
                strategic(
                        """
                        {"spec":{"initContainers":[{"name":"i","$patch":"merge"}],
                         "affinity":{"$patch":"merge","nodeAffinity":{"x":null}}}}""");
        assertThat(pod.toString()).doesNotContain("$patch");
        assertThat(pod.at("/spec/affinity/nodeAffinity").isEmpty()).isTrue();
    }

    @Test
    void saysWhatContradicts() {
        assertThatThrownBy(() -> strategic("{\"spec\":{\"containers\":[{\"image\":\"x\"}]}}"))
                .hasMessage("map: map[image:x] does not contain declared merge key: name");
        assertThatThrownBy(
                        () ->
                                strategic(
                                        "{\"spec\":{\"containers\":[{\"name\":\"a\",\"$patch\":\"hop\"}]}}"))
                .hasMessage("unknown patch type: hop in map: map[$patch:hop name:a]");
        assertThatThrownBy(() -> strategic("{\"spec\":{\"containers\":{\"a\":1}}}"))
                .hasMessageContaining("cannot restore slice from map");
    }

    /// Each of its steps could double the depth.
    @Test
    void refusesToPutAnObjectIntoItsOwnDepth() {
        String copies =
                IntStream.range(0, 30)
                        .mapToObj(
                                i ->
                                        "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a%s\"}"
                                                .formatted("/a".repeat(i + 1)))
                        .collect(Collectors.joining(",", "[", "]"));

        assertThatThrownBy(() -> patched(Language.JSON, ANY, "{\"a\":{}}", copies))
                .isInstanceOf(ApiError.class)
                .hasMessageContaining("rejected our request");
    }

    // --- what is no patch
    // ----------------------------------------------------------------------------------------------

    @Test
    void refusesListsOfSeveralTypes() {
        assertThatThrownBy(
                        () ->
                                patched(
                                        Language.STRATEGIC_MERGE,
                                        POD,
                                        """
                                        {"spec":{"containers":[{"name":"c"}]}}""",
                                        """
                                        {"spec":{"containers":[{"name":"c"},1.5]}}"""))
                .isInstanceOf(ApiError.class)
                .hasMessageContaining("list element types are not identical");
    }

    @Test
    void saysWhatIsWrongWithTheTextAndNothingOfWhatReadsIt() {
        assertThatThrownBy(() -> patched(Language.MERGE, ANY, "{}", "{}{}"))
                .hasMessage(
                        "error decoding patch: invalid JSON: invalid character after top-level value");
        assertThatThrownBy(() -> patched(Language.MERGE, ANY, "{}", "[".repeat(2_000)))
                .hasMessageContaining("nesting depth")
                .hasMessageEndingWith("(200)");
    }
}
