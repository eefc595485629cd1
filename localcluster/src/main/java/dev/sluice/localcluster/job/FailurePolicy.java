package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnExitCodesRequirement;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyOnPodConditionsPattern;
import io.fabric8.kubernetes.api.model.batch.v1.PodFailurePolicyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a failed pod means for its job (H9.8): the first rule that fits decides, else it is counted.
///
/// @param rules in order; none without a policy
record FailurePolicy(List<PodFailurePolicyRule> rules) {

    /// What a failed pod means.
    sealed interface Verdict {
        record Count() implements Verdict {}

        record Ignore() implements Verdict {}

        record FailIndex() implements Verdict {}

        record FailJob(String message) implements Verdict {}
    }

    static FailurePolicy of(Job job) {
        var policy = job.getSpec().getPodFailurePolicy();
        return new FailurePolicy(policy == null ? List.of() : List.copyOf(policy.getRules()));
    }

    Verdict verdict(Pod pod) {
        if (!JobPods.hasFailed(pod)) {
            return new Verdict.Count();
        }
        for (int i = 0; i < rules.size(); i++) {
            String match = match(rules.get(i), pod);
            if (match != null) {
                return verdict(
                        rules.get(i).getAction(),
                        match + " matching " + rules.get(i).getAction() + " rule at index " + i);
            }
        }
        return new Verdict.Count();
    }

    private static Verdict verdict(String action, String message) {
        return switch (action) {
            case "Ignore" -> new Verdict.Ignore();
            case "FailJob" -> new Verdict.FailJob(message);
            case "FailIndex" -> new Verdict.FailIndex();
            default -> new Verdict.Count();
        };
    }

    /// @return what fits, in words, or null
    private static @Nullable String match(PodFailurePolicyRule rule, Pod pod) {
        if (rule.getOnExitCodes() != null) {
            return exitMatch(rule.getOnExitCodes(), pod);
        }
        for (PodFailurePolicyOnPodConditionsPattern pattern : rule.getOnPodConditions()) {
            String wanted = Objects.requireNonNullElse(pattern.getStatus(), "True");
            for (var condition : pod.getStatus().getConditions()) {
                if (pattern.getType().equals(condition.getType())
                        && wanted.equals(condition.getStatus())) {
                    return "Pod " + name(pod) + " has condition " + condition.getType();
                }
            }
        }
        return null;
    }

    private static @Nullable String exitMatch(
            PodFailurePolicyOnExitCodesRequirement requirement, Pod pod) {
        List<ContainerStatus> statuses = new ArrayList<>();
        statuses.addAll(orEmpty(pod.getStatus().getInitContainerStatuses()));
        statuses.addAll(orEmpty(pod.getStatus().getContainerStatuses()));
        for (ContainerStatus status : statuses) {
            var terminated = status.getState() == null ? null : status.getState().getTerminated();
            if (terminated == null
                    || Objects.requireNonNullElse(terminated.getExitCode(), 0) == 0) {
                continue;
            }
            String container = requirement.getContainerName();
            boolean meant = container == null || container.equals(status.getName());
            boolean listed = requirement.getValues().contains(terminated.getExitCode());
            if (meant && listed == "In".equals(requirement.getOperator())) {
                return "Container "
                        + status.getName()
                        + " for pod "
                        + name(pod)
                        + " failed with exit code "
                        + terminated.getExitCode();
            }
        }
        return null;
    }

    private static String name(Pod pod) {
        return pod.getMetadata().getNamespace() + "/" + pod.getMetadata().getName();
    }

    private static List<ContainerStatus> orEmpty(@Nullable List<ContainerStatus> statuses) {
        return statuses == null ? List.of() : statuses;
    }
}
