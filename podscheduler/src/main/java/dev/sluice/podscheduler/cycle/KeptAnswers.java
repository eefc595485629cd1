package dev.sluice.podscheduler.cycle;

import dev.sluice.podscheduler.cluster.NodeState;
import dev.sluice.podscheduler.framework.NodeMemo;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers about nodes, each kept until its node changes.
final class KeptAnswers<T> implements NodeMemo<T> {
    private final Class<T> type;
    private long[] answeredAt = new long[0];
    private @Nullable Object[] answers = new Object[0];

    KeptAnswers(Class<T> type) {
        this.type = type;
    }

    @Override
    public T get(NodeState node, Supplier<T> work) {
        int slot = node.slot();
        if (slot >= answers.length) {
            int length = Math.max(slot + 1, answers.length * 2);
            answeredAt = Arrays.copyOf(answeredAt, length);
            answers = Arrays.copyOf(answers, length);
        }
        if (answeredAt[slot] != node.generation()) {
            answers[slot] = work.get();
            answeredAt[slot] = node.generation();
        }
        return Objects.requireNonNull(type.cast(answers[slot]));
    }
}
