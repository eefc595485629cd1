package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentConditionBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What is said about a rollout: the counts, and the conditions by which `kubectl rollout status` knows its end.
///
/// @param again when the deadline of a rollout that does not move is up; null when there is none
record DeploymentProgress(DeploymentStatus status, @Nullable Duration again) {
    private static final int NO_DEADLINE = Integer.MAX_VALUE;

    static DeploymentProgress of(Deployment deployment, Rollout rollout, Instant now) {
        DeploymentStatus before =
                Objects.requireNonNullElseGet(deployment.getStatus(), DeploymentStatus::new);
        int wanted = Rollout.replicas(deployment);
        int all = sum(rollout.all(), set -> set.getStatus().getReplicas());
        int updated = sum(List.of(rollout.fresh()), set -> set.getStatus().getReplicas());
        int ready = sum(rollout.all(), set -> set.getStatus().getReadyReplicas());
        int available = sum(rollout.all(), set -> set.getStatus().getAvailableReplicas());
        boolean complete = updated == wanted && all == wanted && available == wanted;
        boolean moved =
                updated > number(before.getUpdatedReplicas())
                        || all - updated
                                < number(before.getReplicas()) - number(before.getUpdatedReplicas())
                        || ready > number(before.getReadyReplicas())
                        || available > number(before.getAvailableReplicas());
        DeploymentStatusBuilder status =
                new DeploymentStatusBuilder()
                        .withObservedGeneration(deployment.getMetadata().getGeneration())
                        .withReplicas(ReplicaSetController.zeroIsNull(all))
                        .withUpdatedReplicas(ReplicaSetController.zeroIsNull(updated))
                        .withReadyReplicas(ReplicaSetController.zeroIsNull(ready))
                        .withAvailableReplicas(ReplicaSetController.zeroIsNull(available))
                        .withUnavailableReplicas(
                                ReplicaSetController.zeroIsNull(
                                        Math.max(0, Math.max(all, wanted) - available)))
                        .withTerminatingReplicas(
                                sum(rollout.all(), set -> set.getStatus().getTerminatingReplicas()))
                        .withCollisionCount(before.getCollisionCount());
        DeploymentCondition progressing =
                progressing(deployment, rollout, complete, moved, all == updated, now);
        status.addToConditions(availability(before, available >= rollout.minAvailable(), now));
        status.addToConditions(progressing);
        Duration again =
                complete || !"True".equals(progressing.getStatus())
                        ? null
                        : untilDeadline(deployment, progressing, now);
        return new DeploymentProgress(status.build(), again);
    }

    private static DeploymentCondition availability(
            DeploymentStatus before, boolean available, Instant now) {
        return condition(
                before,
                "Available",
                available,
                available ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
                available
                        ? "Deployment has minimum availability."
                        : "Deployment does not have minimum availability.",
                false,
                now);
    }

    /// @param onlyFresh there are no pods of an old template
    private static DeploymentCondition progressing(
            Deployment deployment,
            Rollout rollout,
            boolean complete,
            boolean moved,
            boolean onlyFresh,
            Instant now) {
        DeploymentStatus before =
                Objects.requireNonNullElseGet(deployment.getStatus(), DeploymentStatus::new);
        String name = rollout.fresh().getMetadata().getName();
        if (complete) {
            return condition(
                    before,
                    "Progressing",
                    true,
                    "NewReplicaSetAvailable",
                    "ReplicaSet \"" + name + "\" has successfully progressed.",
                    false,
                    now);
        }
        DeploymentCondition known = find(before, "Progressing");
        boolean newlyBegun =
                known == null || known.getMessage() == null || !known.getMessage().contains(name);
        if (known != null
                && !newlyBegun
                && onlyFresh
                && "NewReplicaSetAvailable".equals(known.getReason())) {
            // Scaling is no rollout: one that is finished stays so.
            return known;
        }
        if (known == null
                || newlyBegun
                || moved
                || "NewReplicaSetAvailable".equals(known.getReason())) {
            return condition(
                    before,
                    "Progressing",
                    true,
                    newlyBegun ? "NewReplicaSetCreated" : "ReplicaSetUpdated",
                    newlyBegun
                            ? "Created new replica set \"" + name + "\""
                            : "ReplicaSet \"" + name + "\" is progressing.",
                    true,
                    now);
        }
        Duration left = untilDeadline(deployment, known, now);
        boolean late = left != null && (left.isNegative() || left.isZero());
        return late
                ? condition(
                        before,
                        "Progressing",
                        false,
                        "ProgressDeadlineExceeded",
                        "ReplicaSet \"" + name + "\" has timed out progressing.",
                        false,
                        now)
                : known;
    }

    private static @Nullable Duration untilDeadline(
            Deployment deployment, DeploymentCondition progressing, Instant now) {
        Integer seconds = deployment.getSpec().getProgressDeadlineSeconds();
        if (seconds == null
                || seconds == NO_DEADLINE
                || Boolean.TRUE.equals(deployment.getSpec().getPaused())
                || progressing.getLastUpdateTime() == null) {
            return null;
        }
        return Duration.between(
                now, Instant.parse(progressing.getLastUpdateTime()).plusSeconds(seconds));
    }

    /// @param touch whether a condition that says the same counts as news all the same
    private static DeploymentCondition condition(
            DeploymentStatus before,
            String type,
            boolean value,
            String reason,
            String message,
            boolean touch,
            Instant now) {
        DeploymentCondition known = find(before, type);
        String status = value ? "True" : "False";
        String since =
                known != null && status.equals(known.getStatus())
                        ? known.getLastTransitionTime()
                        : null;
        if (known != null
                && since != null
                && !touch
                && reason.equals(known.getReason())
                && message.equals(known.getMessage())) {
            return known;
        }
        return new DeploymentConditionBuilder()
                .withType(type)
                .withStatus(status)
                .withReason(reason)
                .withMessage(message)
                .withLastUpdateTime(ApiTime.seconds(now))
                .withLastTransitionTime(since != null ? since : ApiTime.seconds(now))
                .build();
    }

    private static @Nullable DeploymentCondition find(DeploymentStatus status, String type) {
        for (DeploymentCondition condition :
                Objects.requireNonNullElse(
                        status.getConditions(), List.<DeploymentCondition>of())) {
            if (type.equals(condition.getType())) {
                return condition;
            }
        }
        return null;
    }

    private static int sum(List<ReplicaSet> sets, Function<ReplicaSet, @Nullable Integer> count) {
        return sets.stream()
                .filter(set -> set.getStatus() != null)
                .mapToInt(set -> number(count.apply(set)))
                .sum();
    }

    private static int number(@Nullable Integer count) {
        return count == null ? 0 : count;
    }
}
