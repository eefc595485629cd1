package dev.sluice.localcluster.job;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How many pods a running job should have, and which (H9.2, H9.7, H9.13).
final class PodDemand {
    /// So many are created in one look at most.
    private static final int CREATED_MAX = 500;

    /// The order in which surplus pods go: those without a node, those that have not begun, the unready, the young.
    private static final Comparator<Pod> LEAST_MISSED =
            Comparator.<Pod, Boolean>comparing(pod -> pod.getSpec().getNodeName() != null)
                    .thenComparing(PodDemand::hasBegun)
                    .thenComparing(JobPods::isReady)
                    .thenComparing(
                            pod -> pod.getMetadata().getCreationTimestamp(),
                            Comparator.reverseOrder())
                    .thenComparing(pod -> pod.getMetadata().getName());

    private final Job job;
    private final JobPods pods;
    private final Tally tally;
    private final Instant now;
    private final List<Pod> surplus = new ArrayList<>();
    private final List<JobPlan.Creation> missing = new ArrayList<>();
    private @Nullable Duration again;

    PodDemand(Job job, JobPods pods, Tally tally, Instant now) {
        this.job = job;
        this.pods = pods;
        this.tally = tally;
        this.now = now;
        if (JobPods.isIndexed(job)) {
            decideIndexed();
        } else {
            decideCounted();
        }
    }

    List<Pod> surplus() {
        return surplus;
    }

    List<JobPlan.Creation> missing() {
        return missing;
    }

    /// When pods may be created that have to wait now; null when none has to.
    @Nullable Duration again() {
        return again;
    }

    private int parallelism() {
        return Objects.requireNonNullElse(job.getSpec().getParallelism(), 1);
    }

    private int wanted() {
        Integer completions = job.getSpec().getCompletions();
        if (completions == null) {
            boolean endsNow = tally.succeeded() > 0;
            return endsNow ? Math.min(pods.active().size(), parallelism()) : parallelism();
        }
        int open = completions - tally.succeeded() - tally.failedIndexes().size();
        return Math.max(0, Math.min(parallelism(), open));
    }

    /// Pods that take a place: the active ones, and those that are still ending when replacements wait for their end.
    private int taken() {
        return pods.active().size()
                + (Tally.replacesOnlyFailed(job) ? pods.terminating().size() : 0);
    }

    private void decideCounted() {
        int wanted = wanted();
        int tooMany = pods.active().size() - wanted;
        if (tooMany > 0) {
            pods.active().stream().sorted(LEAST_MISSED).limit(tooMany).forEach(surplus::add);
            return;
        }
        int tooFew = Math.min(wanted - taken(), CREATED_MAX);
        if (tooFew > 0 && !mustPause(pods.ended())) {
            for (int i = 0; i < tooFew; i++) {
                missing.add(new JobPlan.Creation(-1, 0));
            }
        }
    }

    private static boolean hasBegun(Pod pod) {
        return pod.getStatus() != null && "Running".equals(pod.getStatus().getPhase());
    }

    private void decideIndexed() {
        int completions = Objects.requireNonNullElse(job.getSpec().getCompletions(), 0);
        Set<Integer> taken = new HashSet<>();
        List<Pod> useful = new ArrayList<>();
        for (Pod pod : pods.active()) {
            int index = JobPods.index(pod);
            boolean needed =
                    index >= 0
                            && index < completions
                            && !tally.completedIndexes().contains(index)
                            && taken.add(index);
            (needed ? useful : surplus).add(pod);
        }
        int wanted = wanted();
        if (useful.size() > wanted) {
            useful.sort(Comparator.comparingInt(JobPods::index).reversed());
            surplus.addAll(useful.subList(0, useful.size() - wanted));
            return;
        }
        if (Tally.replacesOnlyFailed(job)) {
            pods.terminating().forEach(pod -> taken.add(JobPods.index(pod)));
        }
        int tooFew = Math.min(wanted - taken.size(), CREATED_MAX);
        createIndexes(tooFew, completions, taken);
    }

    private void createIndexes(int count, int completions, Set<Integer> taken) {
        boolean perIndex = job.getSpec().getBackoffLimitPerIndex() != null;
        if (count <= 0 || (!perIndex && mustPause(pods.ended()))) {
            return;
        }
        Map<Integer, List<Pod>> endedByIndex = new HashMap<>();
        for (Pod pod : perIndex ? pods.ended() : List.<Pod>of()) {
            endedByIndex.computeIfAbsent(JobPods.index(pod), _ -> new ArrayList<>()).add(pod);
        }
        for (int index = 0; index < completions && missing.size() < count; index++) {
            if (taken.contains(index)
                    || tally.completedIndexes().contains(index)
                    || tally.failedIndexes().contains(index)) {
                continue;
            }
            List<Pod> ended = endedByIndex.getOrDefault(index, List.of());
            if (!mustPause(ended)) {
                missing.add(new JobPlan.Creation(index, failures(ended)));
            }
        }
    }

    private static int failures(List<Pod> ended) {
        return ended.stream()
                .filter(JobPods::hasFailed)
                .mapToInt(pod -> JobPods.earlierFailures(pod) + 1)
                .max()
                .orElse(0);
    }

    /// Whether new pods must wait because of the failures among these; then [#again] says how long.
    private boolean mustPause(List<Pod> ended) {
        Instant until = Pause.after(ended, now);
        if (until == null || !until.isAfter(now)) {
            return false;
        }
        Duration left = Duration.between(now, until);
        again = again == null || left.compareTo(again) < 0 ? left : again;
        return true;
    }
}
