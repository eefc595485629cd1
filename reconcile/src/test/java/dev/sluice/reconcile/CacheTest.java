package dev.sluice.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CacheTest {
    private final Cache<ConfigMap> cache = new Cache<>(ConfigMap.class);
    private final List<String> told = new ArrayList<>();

    CacheTest() {
        cache.onChange(
                change -> told.add(revisionOf(change.before()) + ">" + revisionOf(change.after())));
    }

    @Test
    void knowsOurOwnWriteBeforeTheWatchBringsIt() {
        cache.written(map("a", 7));

        assertThat(cache.get("ns", "a")).isPresent();
        assertThat(cache.settled()).isFalse();

        cache.seen(map("a", 7));

        assertThat(cache.settled()).isTrue();
        assertThat(told).containsExactly("none>7");
    }

    @Test
    void ignoresStatesOlderThanTheOneItHas() {
        cache.seen(map("a", 9));
        cache.seen(map("a", 8));
        cache.written(map("a", 7));

        assertThat(cache.get("ns", "a").map(Cache::revision)).contains(9L);
        assertThat(told).containsExactly("none>9");
    }

    @Test
    void doesNotBringBackWhatIsGone() {
        cache.seen(map("a", 3));
        cache.seenGone(new Key("ns", "a"), 5);
        cache.written(map("a", 4));

        assertThat(cache.get("ns", "a")).isEmpty();
        assertThat(told).containsExactly("none>3", "3>none");
    }

    @Test
    void waitsForTheMarkOfADeletion() {
        cache.seen(map("a", 3));
        cache.deleting(map("a", 3));

        assertThat(cache.settled()).isFalse();

        cache.seen(marked("a", 4, "example.com/hold"));

        assertThat(cache.settled()).isTrue();
    }

    @Test
    void waitsForTheEndOfAnObjectWhoseLastFinalizerWeRemoved() {
        cache.seen(marked("a", 4, "example.com/hold"));
        cache.written(marked("a", 5));
        cache.seen(map("b", 6));

        assertThat(cache.settled()).isFalse();

        cache.seenGone(new Key("ns", "a"), 7);

        assertThat(cache.settled()).isTrue();
    }

    @Test
    void aListDropsWhatItDoesNotHoldButKeepsWhatIsNewer() {
        cache.seen(map("old", 3));
        cache.written(map("new", 12));

        cache.seenAll(List.of(map("kept", 4)), 10);

        assertThat(cache.all())
                .extracting(object -> object.getMetadata().getName())
                .containsExactlyInAnyOrder("kept", "new");
    }

    @Test
    void findsObjectsByTheirValues() {
        cache.index(
                "label",
                object ->
                        object.getMetadata().getLabels() == null
                                ? List.of()
                                : object.getMetadata().getLabels().values());
        cache.seen(labelled("a", 1, "red"));
        cache.seen(labelled("b", 2, "red"));
        cache.seen(labelled("a", 3, "blue"));

        assertThat(cache.by("label", "red")).extracting(Cache::revision).containsExactly(2L);
        assertThat(cache.by("label", "blue")).extracting(Cache::revision).containsExactly(3L);

        cache.seenGone(new Key("ns", "b"), 4);

        assertThat(cache.by("label", "red")).isEmpty();
    }

    @Test
    void tellsALateListenerWhatIsThere() {
        cache.seen(map("a", 1));
        List<Key> keys = new ArrayList<>();

        cache.onChange(change -> keys.add(change.key()));

        assertThat(keys).containsExactly(new Key("ns", "a"));
    }

    private static String revisionOf(@Nullable ConfigMap object) {
        return object == null ? "none" : object.getMetadata().getResourceVersion();
    }

    private static ConfigMap map(String name, long revision) {
        return builder(name, revision).build();
    }

    private static ConfigMap labelled(String name, long revision, String colour) {
        return builder(name, revision)
                .editMetadata()
                .addToLabels("colour", colour)
                .endMetadata()
                .build();
    }

    private static ConfigMap marked(String name, long revision, String... finalizers) {
        return builder(name, revision)
                .editMetadata()
                .withDeletionTimestamp("2026-01-01T00:00:00Z")
                .withFinalizers(finalizers)
                .endMetadata()
                .build();
    }

    private static ConfigMapBuilder builder(String name, long revision) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName(name)
                .withResourceVersion(Long.toString(revision))
                .endMetadata();
    }
}
