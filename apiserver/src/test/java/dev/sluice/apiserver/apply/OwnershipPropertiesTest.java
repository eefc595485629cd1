package dev.sluice.apiserver.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.apiserver.crd.DefinitionRules;
import dev.sluice.apiserver.crd.Definitions;
import dev.sluice.apiserver.error.ApiError;
import dev.sluice.apiserver.kind.Kind;
import dev.sluice.apiserver.transcripts.Recording;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What must hold of every apply (H3.32), on configurations made at random; the seed is the test's name.
class OwnershipPropertiesTest {
    private static final int SEEDS = 300;
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Kind KIND = kind();

    private static Kind kind() {
        for (Recording recorded : Recording.of("crd", "apply-lists")) {
            if (recorded.is("POST", "/customresourcedefinitions")) {
                ObjectNode definition = Objects.requireNonNull(recorded.body());
                new DefinitionRules().applyDefaults(definition);
                return new Definitions(() -> NOW).settle(definition, List.of()).kinds().getFirst();
            }
        }
        throw new IllegalStateException("no definition in the recording");
    }

    @TestFactory
    Stream<DynamicTest> applyingTwiceChangesNothing() {
        return seeds(
                random -> {
                    ObjectNode config = configuration(random);
                    ObjectNode once = apply(null, config, "a", true);
                    assertThat(apply(once, config, "a", false)).isEqualTo(once);
                });
    }

    @TestFactory
    Stream<DynamicTest> whatOneAppliesAndTakesBackIsGone() {
        return seeds(
                random -> {
                    ObjectNode before = apply(null, configuration(random), "other", true);
                    ObjectNode both = apply(before, disjoint(random), "a", true);
                    ObjectNode after = apply(both, empty(), "a", true);
                    assertThat(plain(after)).isEqualTo(plain(before));
                    assertThat(owners(after)).isEqualTo(owners(before));
                });
    }

    @TestFactory
    Stream<DynamicTest> whoWithdrawsTheLastOfTheMetadataLeavesTheIdentity() {
        return seeds(
                random -> {
                    ObjectNode config = configuration(random);
                    config.withObject("/metadata/annotations").put("by-a", "1");
                    ObjectNode live = apply(null, config, "a", true);
                    ObjectNode metadata = live.withObject("/metadata");
                    metadata.put("uid", "u").put("resourceVersion", "7").put("generation", 1);
                    ObjectNode next = apply(live, empty(), "a", true);
                    ObjectNode rest = next.withObject("/metadata").deepCopy();
                    rest.remove("managedFields");
                    ObjectNode identity = empty().withObject("/metadata");
                    identity.put("uid", "u").put("resourceVersion", "7").put("generation", 1);
                    assertThat(rest).isEqualTo(identity);
                });
    }

    @TestFactory
    Stream<DynamicTest> nobodyLosesFieldsToAnotherWithoutForce() {
        return seeds(
                random -> {
                    ObjectNode live = apply(null, configuration(random), "a", true);
                    FieldSet mine = owned(live, "a");
                    try {
                        ObjectNode next = apply(live, configuration(random), "b", false);
                        assertThat(mine.minus(owned(next, "a")).isEmpty()).isTrue();
                    } catch (ApiError conflict) {
                        assertThat(conflict.code()).isEqualTo(409);
                    }
                });
    }

    @TestFactory
    Stream<DynamicTest> everyAppliedFieldIsThereAndOwned() {
        return seeds(
                random -> {
                    ObjectNode live = apply(null, configuration(random), "a", true);
                    ObjectNode config = configuration(random);
                    ObjectNode next = apply(live, config, "b", true);
                    ObjectNode merged = Merge.of(next, config, KIND.schema());
                    assertThat(plain(merged)).isEqualTo(plain(next));
                    FieldSet wanted = Configuration.of(config, KIND.schema()).fields();
                    FieldSet spec = wanted.onlyTopLevel(name -> name.equals("spec"));
                    assertThat(spec.minus(owned(next, "b")).isEmpty()).isTrue();
                });
    }

    @TestFactory
    Stream<DynamicTest> anUpdateTakesWhatItChanges() {
        return seeds(
                random -> {
                    ObjectNode live = apply(null, configuration(random), "a", true);
                    ObjectNode object = configuration(random);
                    object.withObject("/metadata")
                            .set("managedFields", live.path("metadata").get("managedFields"));
                    ManagedFields.track(KIND, OtherVersions.NONE, live, object, author("u"));
                    if (owners(live).isMissingNode()) {
                        // an object that nobody owns anything of is left alone
                        assertThat(owners(object).isMissingNode()).isTrue();
                        return;
                    }
                    Comparison change =
                            Comparison.of(live, object, KIND.schema(), name -> name.equals("spec"));
                    assertThat(owned(object, "a").intersection(change.changed()).isEmpty())
                            .isTrue();
                    assertThat(change.changed().minus(owned(object, "u")).isEmpty()).isTrue();
                });
    }

    private static Stream<DynamicTest> seeds(Consumer<Random> property) {
        return IntStream.range(0, SEEDS)
                .mapToObj(
                        seed ->
                                DynamicTest.dynamicTest(
                                        "seed " + seed, () -> property.accept(new Random(seed))));
    }

    // --- objects
    // ---------------------------------------------------------------------------------------------------

    private static ObjectNode apply(
            @Nullable ObjectNode live, ObjectNode config, String manager, boolean force) {
        return ManagedFields.apply(KIND, OtherVersions.NONE, live, config, author(manager), force);
    }

    private static Author author(String manager) {
        return new Author(manager, "", NOW);
    }

    private static ObjectNode empty() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", KIND.apiVersion()).put("kind", KIND.kind());
        object.putObject("metadata").put("name", "x");
        return object;
    }

    private static ObjectNode configuration(Random random) {
        return configuration(random, "");
    }

    /// Shares no map key, list element or field with [#configuration], except the containers.
    private static ObjectNode disjoint(Random random) {
        return configuration(random, "other-");
    }

    private static ObjectNode configuration(Random random, String prefix) {
        ObjectNode object = empty();
        ObjectNode spec = object.putObject("spec");
        boolean shared = prefix.isEmpty();
        if (random.nextBoolean()) {
            ArrayNode map = spec.putArray("map");
            for (int i = 0; i < 3; i++) {
                if (random.nextBoolean()) {
                    ObjectNode element = map.addObject().put("name", prefix + "n" + i);
                    element.put("zone", "z" + random.nextInt(2));
                    if (random.nextBoolean()) {
                        element.put("v", random.nextInt(3));
                    }
                }
            }
            removeIfEmpty(spec, "map");
        }
        if (random.nextBoolean()) {
            ArrayNode set = spec.putArray("set");
            random.ints(0, 5)
                    .distinct()
                    .limit(1 + random.nextInt(3))
                    .forEach(i -> set.add(prefix + i));
        }
        if (shared && random.nextBoolean()) {
            spec.putArray("atom").add("a" + random.nextInt(2));
        }
        if (random.nextBoolean()) {
            spec.putObject("obj").put(shared ? "a" : "b", random.nextInt(3));
        }
        if (random.nextBoolean()) {
            spec.putObject("free").put(prefix + "k" + random.nextInt(3), "v" + random.nextInt(2));
        }
        removeIfEmpty(object, "spec");
        return object;
    }

    private static void removeIfEmpty(ObjectNode parent, String name) {
        if (parent.path(name).isEmpty()) {
            parent.remove(name);
        }
    }

    private static JsonNode plain(ObjectNode object) {
        JsonNode spec = object.path("spec");
        return spec.isMissingNode() ? JsonNodeFactory.instance.objectNode() : spec;
    }

    private static JsonNode owners(ObjectNode object) {
        return object.path("metadata").path("managedFields");
    }

    private static FieldSet owned(ObjectNode object, String manager) {
        FieldSet all = FieldSet.EMPTY;
        for (FieldOwner owner : FieldOwners.of(object).all()) {
            if (owner.id().manager().equals(manager)) {
                all = all.union(owner.fields());
            }
        }
        return all;
    }
}
