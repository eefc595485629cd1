package dev.sluice.engine.quota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.engine.spec.Quota;
import dev.sluice.engine.spec.ResourceGroup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaForestTest {

    private final NameIndex names = new NameIndex();
    private final QuotaForest forest = new QuotaForest(names);
    private final int x = names.pair("x", "cpu");

    /// V15: the rows of example 1.
    @Test
    void lendingAndBorrowingLimitsInAFlatCohort() {
        QuotaNode co = forest.newCohort("co");
        QuotaNode a = queue("a", co, new Quota(10, null, 4L));
        QuotaNode b = queue("b", co, new Quota(6, 2L, null));
        assertNode(a, 10, 0, 6, 6, 16, 16);
        assertNode(b, 6, 0, 0, 0, 8, 8);
        assertNode(co, 10, 0, 0, 0, 10, 10);
        forest.add(a, x, 8);
        assertNode(a, 10, 8, 6, 0, 8, 16);
        assertNode(co, 10, 2, 0, 0, 8, 10);
        forest.add(b, x, 7);
        assertNode(a, 10, 8, 6, 0, 1, 16);
        assertNode(b, 6, 7, 0, 0, 1, 8);
        assertNode(co, 10, 9, 0, 0, 1, 10);
        forest.add(a, x, -3);
        assertNode(a, 10, 5, 6, 1, 4, 16);
        assertNode(co, 10, 7, 0, 0, 3, 10);
    }

    /// V17 to V19: example 2.
    @Test
    void threeLevels() {
        QuotaNode root = cohort("root", null, Quota.of(5));
        QuotaNode left = cohort("left", root, new Quota(4, 3L, 2L));
        QuotaNode right = cohort("right", root, Quota.of(0));
        QuotaNode a = queue("a", left, Quota.of(6));
        QuotaNode b = queue("b", left, new Quota(2, null, 1L));
        QuotaNode c = queue("c", right, new Quota(8, 0L, 5L));
        forest.refresh(root);
        assertThat(QuotaForest.potentialAvailable(a, x)).isEqualTo(14);
        assertThat(QuotaForest.potentialAvailable(b, x)).isEqualTo(15);
        assertThat(QuotaForest.potentialAvailable(c, x)).isEqualTo(8);
        assertThat(QuotaForest.limiter(a, x)).as("left may borrow 3").isSameAs(left);
        assertThat(QuotaForest.limiter(c, x)).as("c may not borrow").isSameAs(c);
        assertThat(QuotaForest.limiter(right, x)).as("no limit below").isSameAs(root);
        assertBorrowing(a, 6, 0, true);
        assertBorrowing(a, 7, 1, true);
        assertBorrowing(a, 12, 2, false);
        forest.add(a, x, 14);
        assertThat(QuotaForest.available(b, x)).isEqualTo(1);
        assertThat(QuotaForest.available(c, x)).isEqualTo(8);
        forest.add(c, x, 8);
        assertThat(QuotaForest.available(a, x)).isZero();
        assertThat(QuotaForest.available(c, x)).isZero();
        assertThat(QuotaForest.available(root, x)).isEqualTo(2);
    }

    /// V20: example 3.
    @Test
    void overAdmissionAfterACut() {
        QuotaNode co = forest.newCohort("co");
        QuotaNode a = queue("a", co, Quota.of(4));
        QuotaNode b = queue("b", co, Quota.of(4));
        forest.add(a, x, 7);
        forest.setQuota(b, groups(Quota.of(1)));
        forest.refresh(co);
        assertThat(QuotaForest.available(a, x)).isEqualTo(-2);
        assertThat(QuotaForest.available(b, x)).isEqualTo(-2);
        assertThat(QuotaForest.availableToQueue(a, x)).isZero();
        assertThat(QuotaForest.potentialAvailable(a, x)).isEqualTo(5);
    }

    /// V21
    @Test
    void levelsGoUpTheTree() {
        QuotaNode r = forest.newCohort("r");
        QuotaNode m = cohort("m", r, null);
        QuotaNode k = cohort("k", m, Quota.of(2));
        QuotaNode xq = queue("xq", k, Quota.of(1));
        queue("z", m, Quota.of(3));
        queue("y", r, Quota.of(9));
        forest.refresh(r);
        assertThat(List.of(k.height(), m.height(), r.height())).containsExactly(1, 2, 3);
        int[][] levels = {{1, 0}, {3, 1}, {4, 2}, {6, 2}, {7, 3}, {15, 3}};
        for (int[] level : levels) {
            assertThat(QuotaForest.levelOf(QuotaForest.borrowing(xq, x, level[0])))
                    .isEqualTo(level[1]);
        }
        assertBorrowing(xq, 16, 3, false);
    }

    /// R2.3
    @Test
    void aCycleIsNoticedAndHeals() {
        QuotaNode p = forest.newCohort("p");
        QuotaNode q = forest.newCohort("q");
        QuotaNode a = queue("a", p, Quota.of(4));
        forest.setParent(p, q);
        forest.setParent(q, p);
        assertThat(a.isCyclic()).isTrue();
        forest.add(a, x, 3);
        forest.setParent(q, null);
        assertThat(a.isCyclic()).isFalse();
        forest.refresh(a);
        assertThat(q.usage(x)).isEqualTo(3);
        assertThat(a.path()).isEqualTo("/q/p/a");
    }

    /// Usage that is added and removed in any order is what R2.7 says, and a trial leaves no trace.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void incrementalUsageIsTheSumAndTrialsLeaveNoTrace(long seed) {
        Random random = new Random(seed);
        List<QuotaNode> cohorts = new ArrayList<>();
        List<QuotaNode> queues = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            QuotaNode parent = i == 0 ? null : cohorts.get(random.nextInt(i));
            cohorts.add(cohort("c" + i, parent, randomQuota(random)));
        }
        for (int i = 0; i < 6; i++) {
            QuotaNode parent = cohorts.get(random.nextInt(cohorts.size()));
            queues.add(queue("q" + i, parent, randomQuota(random)));
        }
        QuotaNode root = cohorts.getFirst();
        forest.refresh(root);
        for (int step = 0; step < 200; step++) {
            QuotaNode queue = queues.get(random.nextInt(queues.size()));
            forest.add(queue, x, random.nextInt(9) - Math.min(4, queue.usage(x)));
            assertSums(root);
            long[] before = usages(cohorts, queues);
            int mark = forest.trial();
            for (int i = 0; i < 5; i++) {
                forest.add(queues.get(random.nextInt(queues.size())), x, random.nextInt(20) - 10);
            }
            forest.endTrial(mark);
            assertThat(usages(cohorts, queues)).isEqualTo(before);
        }
    }

    private void assertSums(QuotaNode node) {
        if (node.isQueue()) {
            return;
        }
        long sum = 0;
        for (QuotaNode child : node.children()) {
            assertSums(child);
            sum += Math.max(0, child.usage(x) - child.guaranteed(x));
        }
        assertThat(node.usage(x)).as("usage of %s", node).isEqualTo(sum);
    }

    private long[] usages(List<QuotaNode> cohorts, List<QuotaNode> queues) {
        List<QuotaNode> all = new ArrayList<>(cohorts);
        all.addAll(queues);
        return all.stream().mapToLong(node -> node.usage(x)).toArray();
    }

    private static Quota randomQuota(Random random) {
        Long borrowing = random.nextBoolean() ? null : (long) random.nextInt(6);
        Long lending = random.nextBoolean() ? null : (long) random.nextInt(6);
        return new Quota(random.nextInt(10), borrowing, lending);
    }

    private QuotaNode cohort(String name, @Nullable QuotaNode parent, @Nullable Quota quota) {
        QuotaNode node = forest.newCohort(name);
        forest.setQuota(node, quota == null ? List.of() : groups(quota));
        forest.setParent(node, parent);
        return node;
    }

    private QuotaNode queue(String name, QuotaNode parent, Quota quota) {
        QuotaNode node = forest.newQueue(name);
        forest.setQuota(node, groups(quota));
        forest.setParent(node, parent);
        forest.refresh(node);
        return node;
    }

    private static List<ResourceGroup> groups(Quota quota) {
        SequencedMap<String, Map<String, Quota>> flavors = new LinkedHashMap<>();
        flavors.put("x", Map.of("cpu", quota));
        return List.of(new ResourceGroup(List.of("cpu"), flavors));
    }

    private void assertBorrowing(QuotaNode queue, long amount, int level, boolean hint) {
        int borrowing = QuotaForest.borrowing(queue, x, amount);
        assertThat(QuotaForest.levelOf(borrowing)).isEqualTo(level);
        assertThat(QuotaForest.hintOf(borrowing)).isEqualTo(hint);
    }

    private void assertNode(
            QuotaNode node, long s, long u, long g, long local, long available, long potential) {
        assertThat(
                        new long[] {
                            node.subtree(x),
                            node.usage(x),
                            node.guaranteed(x),
                            QuotaForest.localAvailable(node, x),
                            QuotaForest.available(node, x),
                            QuotaForest.potentialAvailable(node, x)
                        })
                .as(node.toString())
                .containsExactly(s, u, g, local, available, potential);
    }
}
