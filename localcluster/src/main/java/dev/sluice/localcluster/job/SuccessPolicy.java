package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.SuccessPolicyRule;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// When an indexed job has succeeded before all its indexes have (H9.9).
final class SuccessPolicy {
    private SuccessPolicy() {}

    /// The end that the first rule calls for that is met, or null.
    static @Nullable JobEnd end(Job job, SortedSet<Integer> completed) {
        var policy = job.getSpec().getSuccessPolicy();
        if (policy == null) {
            return null;
        }
        for (int i = 0; i < policy.getRules().size(); i++) {
            if (isMet(policy.getRules().get(i), job, completed)) {
                return new JobEnd(true, "SuccessPolicy", "Matched rules at index " + i);
            }
        }
        return null;
    }

    private static boolean isMet(SuccessPolicyRule rule, Job job, SortedSet<Integer> completed) {
        SortedSet<Integer> counted = new TreeSet<>(completed);
        int wanted = job.getSpec().getCompletions();
        if (rule.getSucceededIndexes() != null) {
            SortedSet<Integer> meant = Indexes.parse(rule.getSucceededIndexes(), wanted);
            counted.retainAll(meant);
            wanted = meant.size();
        }
        return counted.size()
                >= (rule.getSucceededCount() == null ? wanted : rule.getSucceededCount());
    }
}
