package dev.sluice.controllers.queueing;

import dev.sluice.api.name.Annotations;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// When a workload that its own constraints hold back has a new reason to wait (KEP-8729, FB15): amounts in the message move
/// with what others use, and are no news. The condition always has the newest ones.
final class ConstraintNotice {
    private static final String IS_SET = " is set";

    private ConstraintNotice() {}

    /// Whether both say that the same constraints are why the workload waits.
    static boolean isSame(@Nullable Condition before, @Nullable Condition after) {
        return before != null
                && after != null
                && "False".equals(before.getStatus())
                && before.getReason().equals(after.getReason())
                && !constraints(after).isEmpty()
                && constraints(before).equals(constraints(after));
    }

    private static List<String> constraints(Condition condition) {
        return Stream.of(Annotations.CANNOT_PREEMPT, Annotations.CANNOT_BORROW)
                .map(annotation -> annotation.substring(annotation.indexOf('/') + 1) + IS_SET)
                .filter(condition.getMessage()::contains)
                .toList();
    }
}
