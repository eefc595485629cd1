package dev.sluice.apiserver.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The tree against a map of the JDK (H6.33).
class SortedTreeTest {
    @Test
    void isAlwaysWhatATreeMapIs() {
        long seed = 20_261_128;
        Random random = new Random(seed);
        TreeMap<String, Integer> twin = new TreeMap<>();
        SortedTree<Integer> tree = SortedTree.empty();
        for (int i = 0; i < 4_000; i++) {
            String key = (char) ('a' + random.nextInt(4)) + "/" + random.nextInt(300);
            if (random.nextInt(3) == 0) {
                twin.remove(key);
                tree = tree.without(key);
            } else {
                twin.put(key, i);
                tree = tree.with(key, i);
            }
            assertThat(tree.get(key)).isEqualTo(twin.get(key));
        }
        assertThat(tree.size()).as("seed %d", seed).isEqualTo(twin.size());
        assertThat(all(tree, "", "")).containsExactlyElementsOf(twin.values());
        for (String from : List.of("b/", "b/17", "c/999")) {
            String prefix = from.substring(0, 2);
            List<Integer> wanted =
                    new ArrayList<>(twin.subMap(from, prefix + Character.MAX_VALUE).values());
            assertThat(all(tree, from, prefix)).isEqualTo(wanted);
            assertThat(tree.count(from, prefix)).isEqualTo(wanted.size());
        }
    }

    @Test
    void keepsOldSnapshotsAsTheyWere() {
        SortedTree<String> before = SortedTree.<String>empty().with("a", "1").with("b", "2");
        SortedTree<String> after = before.with("a", "3").without("b").with("c", "4");

        assertThat(all(before, "", "")).containsExactly("1", "2");
        assertThat(all(after, "", "")).containsExactly("3", "4");
    }

    @Test
    void madeAtOnceItHasTheShapeOfOneMadeStepByStep() {
        Random random = new Random(7);
        for (int size : new int[] {0, 1, 2, 3, 10, 1_000}) {
            TreeMap<String, Integer> values = new TreeMap<>();
            while (values.size() < size) {
                values.put("a/" + random.nextInt(10_000), values.size());
            }
            List<Map.Entry<String, Integer>> order = new ArrayList<>(values.entrySet());
            Collections.shuffle(order, random);
            SortedTree<Integer> grown = SortedTree.empty();
            for (Map.Entry<String, Integer> each : order) {
                grown = grown.with(each.getKey(), each.getValue());
            }

            SortedTree<Integer> made = SortedTree.of(values);

            assertThat(made).usingRecursiveComparison().isEqualTo(grown);
            assertThat(all(made, "", "")).containsExactlyElementsOf(values.values());
        }
    }

    private static <V> List<V> all(SortedTree<V> tree, String from, String prefix) {
        List<V> values = new ArrayList<>();
        tree.from(from, prefix).forEachRemaining(values::add);
        return values;
    }
}
