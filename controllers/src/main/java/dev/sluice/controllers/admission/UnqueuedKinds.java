package dev.sluice.controllers.admission;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.name.Labels;
import dev.sluice.controllers.job.JobKind;
import dev.sluice.controllers.job.JobKinds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/// Objects that name a queue and start at once all the same, since nobody queues their kind. Whoever writes one is warned,
/// once, when the label is new; what a controller makes is not looked at, its owner was.
final class UnqueuedKinds {
    /// Kinds that start pods, as `group/Kind`, with the integration that queues each; empty where there is none.
    private static final Map<String, String> FRAMEWORKS =
            Map.of(
                    "batch/Job", "batch/job",
                    "/Pod", "pod",
                    "apps/Deployment", "deployment",
                    "apps/StatefulSet", "statefulset",
                    "apps/ReplicaSet", "",
                    "apps/DaemonSet", "",
                    "batch/CronJob", "");

    private final Set<String> queued;
    private final Set<String> implemented;

    UnqueuedKinds(Configuration settings) {
        this.queued =
                JobKinds.of(settings).stream()
                        .map(JobKind::framework)
                        .collect(Collectors.toUnmodifiableSet());
        this.implemented = JobKinds.implemented(settings);
    }

    boolean concern(Review review) {
        return review.object() != null
                && review.operation() != Review.Operation.DELETE
                && review.subresource().isEmpty()
                && Review.hasLabel(review.object(), Labels.QUEUE_NAME)
                && FRAMEWORKS.containsKey(review.group() + "/" + review.kind());
    }

    List<String> warnings(Review review) {
        if (!concern(review) || review.object() == null) {
            return List.of();
        }
        String queue = Review.label(review.object(), Labels.QUEUE_NAME);
        String framework =
                Objects.requireNonNull(FRAMEWORKS.get(review.group() + "/" + review.kind()));
        boolean old =
                review.old() != null && queue.equals(Review.label(review.old(), Labels.QUEUE_NAME));
        if (queue.isEmpty()
                || old
                || queued.contains(framework)
                || review.object().path("metadata").path("ownerReferences").size() > 0) {
            return List.of();
        }
        String why =
                implemented.contains(framework)
                        ? "integrations.frameworks of the configuration does not name " + framework
                        : "this kind is not queued yet";
        return List.of(
                "metadata.labels[%s]: %s %s starts at once and uses no quota of queue %s: %s"
                        .formatted(
                                Labels.QUEUE_NAME,
                                review.kind(),
                                review.object().path("metadata").path("name").asText(),
                                queue,
                                why));
    }
}
