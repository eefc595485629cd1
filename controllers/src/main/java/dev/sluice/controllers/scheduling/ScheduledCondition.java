package dev.sluice.controllers.scheduling;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The condition `PodScheduled=False` that tells a pod why it still waits (S5.40 to S5.45).
///
/// @param reason `Unschedulable` or `SchedulerError`
record ScheduledCondition(String reason, String message) {
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String SCHEDULER_ERROR = "SchedulerError";
    private static final String TYPE = "PodScheduled";
    private static final String FALSE = "False";

    /// The patch of the pod's status, or null when the pod says all of it already. A changed generation alone is
    /// no reason to write (as recorded at S5.44).
    ///
    /// @param nominatedNode the promise to write down; null takes one back
    @Nullable Map<String, Object> patch(Pod pod, @Nullable String nominatedNode, Instant now) {
        PodCondition known = known(pod);
        boolean said =
                known != null
                        && FALSE.equals(known.getStatus())
                        && reason.equals(known.getReason())
                        && message.equals(known.getMessage());
        Map<String, Object> status = new LinkedHashMap<>();
        if (!said) {
            status.put("conditions", List.of(condition(pod, known, now)));
        }
        if (!Objects.equals(nominatedNode, nominated(pod))) {
            status.put("nominatedNodeName", nominatedNode);
        }
        return status.isEmpty() ? null : Map.of("status", status);
    }

    private Map<String, Object> condition(Pod pod, @Nullable PodCondition known, Instant now) {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", TYPE);
        condition.put("status", FALSE);
        condition.put("reason", reason);
        condition.put("message", message);
        condition.put("observedGeneration", pod.getMetadata().getGeneration());
        String since =
                known != null && FALSE.equals(known.getStatus())
                        ? known.getLastTransitionTime()
                        : null;
        condition.put(
                "lastTransitionTime",
                since != null ? since : now.truncatedTo(ChronoUnit.SECONDS).toString());
        return condition;
    }

    private static @Nullable PodCondition known(Pod pod) {
        if (pod.getStatus() == null || pod.getStatus().getConditions() == null) {
            return null;
        }
        return pod.getStatus().getConditions().stream()
                .filter(condition -> TYPE.equals(condition.getType()))
                .findFirst()
                .orElse(null);
    }

    /// Where the pod's status says that it will go, or null.
    static @Nullable String nominated(Pod pod) {
        String name = pod.getStatus() == null ? null : pod.getStatus().getNominatedNodeName();
        return name == null || name.isEmpty() ? null : name;
    }
}
