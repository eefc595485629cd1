package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The conditions of a job's status.
final class JobConditions {
    static final String SUSPENDED = "Suspended";
    private static final String TRUE = "True";

    private JobConditions() {}

    static @Nullable JobCondition get(@Nullable JobStatus status, String type) {
        if (status == null || status.getConditions() == null) {
            return null;
        }
        return status.getConditions().stream()
                .filter(condition -> type.equals(condition.getType()))
                .findFirst()
                .orElse(null);
    }

    static boolean isTrue(@Nullable JobStatus status, String type) {
        JobCondition condition = get(status, type);
        return condition != null && TRUE.equals(condition.getStatus());
    }

    static boolean isFinished(@Nullable JobStatus status) {
        return isTrue(status, "Complete") || isTrue(status, "Failed");
    }

    /// When the job finished, by the transition of the condition that says so.
    static @Nullable Instant finishedAt(JobStatus status) {
        for (String type : List.of("Complete", "Failed")) {
            JobCondition condition = get(status, type);
            if (condition != null
                    && TRUE.equals(condition.getStatus())
                    && condition.getLastTransitionTime() != null) {
                return Instant.parse(condition.getLastTransitionTime());
            }
        }
        return null;
    }

    /// The end that a job has been marked for, or null.
    static @Nullable JobEnd markedEnd(@Nullable JobStatus status) {
        JobCondition good = get(status, "SuccessCriteriaMet");
        if (good != null && TRUE.equals(good.getStatus())) {
            return new JobEnd(true, good.getReason(), good.getMessage());
        }
        JobCondition bad = get(status, "FailureTarget");
        return bad != null && TRUE.equals(bad.getStatus())
                ? new JobEnd(false, bad.getReason(), bad.getMessage())
                : null;
    }

    /// Sets a condition; its times stay when nothing about it changes.
    ///
    /// @return whether it changed
    static boolean set(
            JobStatus status,
            String type,
            boolean value,
            String reason,
            String message,
            Instant now) {
        JobCondition known = get(status, type);
        String text = value ? TRUE : "False";
        if (known != null
                && text.equals(known.getStatus())
                && reason.equals(known.getReason())
                && Objects.equals(message, known.getMessage())) {
            return false;
        }
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        JobCondition condition =
                new JobConditionBuilder()
                        .withType(type)
                        .withStatus(text)
                        .withReason(reason)
                        .withMessage(message)
                        .withLastProbeTime(time)
                        .withLastTransitionTime(time)
                        .build();
        List<JobCondition> conditions = new ArrayList<>();
        boolean replaced = false;
        for (JobCondition other :
                Objects.requireNonNullElse(status.getConditions(), List.<JobCondition>of())) {
            if (type.equals(other.getType())) {
                conditions.add(condition);
                replaced = true;
            } else {
                conditions.add(other);
            }
        }
        if (!replaced) {
            conditions.add(condition);
        }
        status.setConditions(conditions);
        return true;
    }
}
