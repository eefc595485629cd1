package dev.sluice.controllers.queueing;

import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.AdmissionCheckStrategyRule;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import java.util.Collection;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which admission checks a workload has to pass (R8.2).
public final class RequiredChecks {
    private RequiredChecks() {}

    /// @param admission the quota that the workload holds, or null
    /// @return names of the checks, sorted: without an admission those that count for every flavor of the queue, with
    ///     one those that count for a flavor it has
    public static SequencedSet<String> of(ClusterQueueSpec queue, @Nullable Admission admission) {
        SequencedSet<String> required = new TreeSet<>();
        if (queue.admissionChecksStrategy() == null) {
            return required;
        }
        Set<String> all = flavors(queue);
        for (AdmissionCheckStrategyRule rule : queue.admissionChecksStrategy().admissionChecks()) {
            Collection<String> counted = rule.onFlavors().isEmpty() ? all : rule.onFlavors();
            boolean applies =
                    admission == null
                            ? counted.containsAll(all)
                            : rule.onFlavors().isEmpty() || isOnOneOf(admission, counted);
            if (applies) {
                required.add(rule.name());
            }
        }
        return required;
    }

    private static Set<String> flavors(ClusterQueueSpec queue) {
        return queue.resourceGroups().stream()
                .flatMap(group -> group.flavors().stream())
                .map(flavor -> flavor.name())
                .collect(Collectors.toSet());
    }

    private static boolean isOnOneOf(Admission admission, Collection<String> flavors) {
        return admission.podSetAssignments().stream()
                .flatMap(assignment -> assignment.flavors().values().stream())
                .anyMatch(flavors::contains);
    }
}
