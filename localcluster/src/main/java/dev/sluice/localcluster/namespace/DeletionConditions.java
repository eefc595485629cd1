package dev.sluice.localcluster.namespace;

import io.fabric8.kubernetes.api.model.NamespaceCondition;
import io.fabric8.kubernetes.api.model.NamespaceConditionBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a namespace that is being deleted says about how far that has come (H2.52).
final class DeletionConditions {
    private DeletionConditions() {}

    /// @param known the conditions as they stand; times stay where nothing else changes
    static List<NamespaceCondition> of(
            Purge.Rest rest, List<NamespaceCondition> known, Instant now) {
        List<NamespaceCondition> wanted = new ArrayList<>();
        wanted.add(
                condition(
                        "NamespaceDeletionDiscoveryFailure",
                        false,
                        "ResourcesDiscovered",
                        "All resources successfully discovered"));
        wanted.add(
                condition(
                        "NamespaceDeletionGroupVersionParsingFailure",
                        false,
                        "ParsedGroupVersions",
                        "All legacy kube types successfully parsed"));
        wanted.add(
                condition(
                        "NamespaceDeletionContentFailure",
                        false,
                        "ContentDeleted",
                        "All content successfully deleted, may be waiting on finalization"));
        wanted.add(remaining(rest));
        wanted.add(finalizers(rest));
        return wanted.stream().map(condition -> timed(condition, known, now)).toList();
    }

    private static NamespaceCondition remaining(Purge.Rest rest) {
        if (rest.isEmpty()) {
            return condition(
                    "NamespaceContentRemaining",
                    false,
                    "ContentRemoved",
                    "All content successfully removed");
        }
        return condition(
                "NamespaceContentRemaining",
                true,
                "SomeResourcesRemain",
                "Some resources are remaining: "
                        + joined(rest.countByResource(), "%s. has %d resource instances"));
    }

    private static NamespaceCondition finalizers(Purge.Rest rest) {
        if (rest.countByFinalizer().isEmpty()) {
            return condition(
                    "NamespaceFinalizersRemaining",
                    false,
                    "ContentHasNoFinalizers",
                    "All content-preserving finalizers finished");
        }
        return condition(
                "NamespaceFinalizersRemaining",
                true,
                "SomeFinalizersRemain",
                "Some content in the namespace has finalizers remaining: "
                        + joined(rest.countByFinalizer(), "%s in %d resource instances"));
    }

    private static String joined(Map<String, Integer> counts, String format) {
        return counts.entrySet().stream()
                .map(entry -> format.formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static NamespaceCondition condition(
            String type, boolean value, String reason, String message) {
        return new NamespaceConditionBuilder()
                .withType(type)
                .withStatus(value ? "True" : "False")
                .withReason(reason)
                .withMessage(message)
                .build();
    }

    private static NamespaceCondition timed(
            NamespaceCondition condition, List<NamespaceCondition> known, Instant now) {
        String since = now.truncatedTo(ChronoUnit.SECONDS).toString();
        for (NamespaceCondition before : known) {
            if (before.getType().equals(condition.getType())
                    && before.getStatus().equals(condition.getStatus())
                    && before.getLastTransitionTime() != null) {
                since = before.getLastTransitionTime();
            }
        }
        return new NamespaceConditionBuilder(condition).withLastTransitionTime(since).build();
    }
}
