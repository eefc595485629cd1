package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The pods of one job, told apart by what they are to it.
///
/// @param active running or waiting to, and not being deleted
/// @param terminating being deleted and not yet at their end
/// @param ended in a terminal phase
record JobPods(List<Pod> active, List<Pod> terminating, List<Pod> ended) {
    static final String FINALIZER = "batch.kubernetes.io/job-tracking";
    static final String INDEX = "batch.kubernetes.io/job-completion-index";
    static final String INDEX_FAILURES = "batch.kubernetes.io/job-index-failure-count";

    /// By name, so that the same pods give the same plan.
    private static final Comparator<Pod> BY_NAME =
            Comparator.comparing(pod -> pod.getMetadata().getName());

    /// @param deleted uids of pods that we deleted but have not seen marked yet
    static JobPods of(Iterable<Pod> pods, Set<String> deleted) {
        List<Pod> active = new ArrayList<>();
        List<Pod> terminating = new ArrayList<>();
        List<Pod> ended = new ArrayList<>();
        for (Pod pod : pods) {
            if (hasEnded(pod)) {
                ended.add(pod);
            } else if (isDeleting(pod) || deleted.contains(uid(pod))) {
                terminating.add(pod);
            } else {
                active.add(pod);
            }
        }
        active.sort(BY_NAME);
        terminating.sort(BY_NAME);
        ended.sort(BY_NAME);
        return new JobPods(active, terminating, ended);
    }

    static String uid(Pod pod) {
        return pod.getMetadata().getUid();
    }

    static boolean isDeleting(Pod pod) {
        return pod.getMetadata().getDeletionTimestamp() != null;
    }

    static boolean isTracked(Pod pod) {
        List<String> finalizers = pod.getMetadata().getFinalizers();
        return finalizers != null && finalizers.contains(FINALIZER);
    }

    static boolean hasEnded(Pod pod) {
        return hasSucceeded(pod) || hasFailed(pod);
    }

    static boolean hasSucceeded(Pod pod) {
        return "Succeeded".equals(phase(pod));
    }

    static boolean hasFailed(Pod pod) {
        return "Failed".equals(phase(pod));
    }

    private static @Nullable String phase(Pod pod) {
        return pod.getStatus() == null ? null : pod.getStatus().getPhase();
    }

    static boolean isReady(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getConditions() != null
                && pod.getStatus().getConditions().stream()
                        .anyMatch(
                                condition ->
                                        "Ready".equals(condition.getType())
                                                && "True".equals(condition.getStatus()));
    }

    /// The pod's completion index, or -1.
    static int index(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(INDEX);
        return text == null ? -1 : Integer.parseInt(text);
    }

    /// How often pods of the same index failed before this one.
    static int earlierFailures(Pod pod) {
        Map<String, String> annotations = pod.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(INDEX_FAILURES);
        return text == null ? 0 : Integer.parseInt(text);
    }

    static int restarts(Pod pod) {
        if (pod.getStatus() == null || pod.getStatus().getContainerStatuses() == null) {
            return 0;
        }
        return pod.getStatus().getContainerStatuses().stream()
                .mapToInt(container -> Objects.requireNonNullElse(container.getRestartCount(), 0))
                .sum();
    }

    /// When the last of the pod's containers ended, or the given instant when that is not known.
    static Instant end(Pod pod, Instant otherwise) {
        Instant end = null;
        var statuses = pod.getStatus() == null ? null : pod.getStatus().getContainerStatuses();
        for (var status : statuses == null ? List.<ContainerStatus>of() : statuses) {
            var state = status.getState();
            if (state != null
                    && state.getTerminated() != null
                    && state.getTerminated().getFinishedAt() != null) {
                Instant finished = Instant.parse(state.getTerminated().getFinishedAt());
                end = end == null || finished.isAfter(end) ? finished : end;
            }
        }
        return end == null ? otherwise : end;
    }

    long ready() {
        return active.stream().filter(JobPods::isReady).count();
    }

    /// All pods that still carry our finalizer.
    List<Pod> tracked() {
        List<Pod> tracked = new ArrayList<>();
        for (List<Pod> pods : List.of(active, terminating, ended)) {
            pods.stream().filter(JobPods::isTracked).forEach(tracked::add);
        }
        return tracked;
    }

    static boolean isIndexed(Job job) {
        return "Indexed".equals(job.getSpec().getCompletionMode());
    }
}
