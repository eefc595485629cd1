package dev.sluice.localcluster.replica;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a pod's status says about its readiness.
public final class PodHealth {
    private PodHealth() {}

    /// Whether it is in a phase that it never leaves.
    public static boolean hasEnded(Pod pod) {
        String phase = phase(pod);
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    static String phase(Pod pod) {
        String phase = pod.getStatus() == null ? null : pod.getStatus().getPhase();
        return Objects.requireNonNullElse(phase, "Pending");
    }

    public static boolean isReady(Pod pod) {
        return readyCondition(pod) != null;
    }

    /// When it will have been ready for so long; null when it is not ready.
    static @Nullable Instant availableAt(Pod pod, int minReadySeconds) {
        PodCondition ready = readyCondition(pod);
        if (ready == null) {
            return null;
        }
        String since = ready.getLastTransitionTime();
        return since == null
                ? Instant.EPOCH
                : Instant.parse(since).plus(Duration.ofSeconds(minReadySeconds));
    }

    static boolean isAvailable(Pod pod, int minReadySeconds, Instant now) {
        Instant at = availableAt(pod, minReadySeconds);
        return at != null && (minReadySeconds == 0 || !at.isAfter(now));
    }

    private static @Nullable PodCondition readyCondition(Pod pod) {
        List<PodCondition> conditions =
                pod.getStatus() == null || pod.getStatus().getConditions() == null
                        ? List.of()
                        : pod.getStatus().getConditions();
        for (PodCondition condition : conditions) {
            if ("Ready".equals(condition.getType()) && "True".equals(condition.getStatus())) {
                return condition;
            }
        }
        return null;
    }
}
