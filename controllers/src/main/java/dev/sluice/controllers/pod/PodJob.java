package dev.sluice.controllers.pod;

import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.BatchJobs;
import dev.sluice.controllers.job.JobKind;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.StopReason;
import dev.sluice.controllers.workload.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Pods that are queued as one job: one of its own, or all those of a group. Pure.
///
/// @param group name of the group; empty for a pod of its own
/// @param pods at least one; the oldest first
public record PodJob(String group, List<Pod> pods) {

    public PodJob {
        pods = pods.stream().sorted(PodFacts.OLDEST_FIRST).toList();
    }

    static PodJob of(Pod pod) {
        return new PodJob("", List.of(pod));
    }

    public static PodJob ofGroup(String name, Collection<Pod> pods) {
        return new PodJob(name, List.copyOf(pods));
    }

    boolean isGroup() {
        return !group.isEmpty();
    }

    Pod first() {
        return pods.getFirst();
    }

    /// The first pod with what holds for all of them: who gates one pod, gates the group (FA15), and what one must not do,
    /// none may.
    Pod face() {
        if (!isGroup()) {
            return first();
        }
        PodBuilder face = new PodBuilder(first());
        for (String gate :
                List.of(Annotations.ADMISSION_GATED_BY, Annotations.SCHEDULING_GATED_BY)) {
            String all = PodGates.of(this, gate);
            if (!all.isEmpty()) {
                face.editMetadata().addToAnnotations(gate, all).endMetadata();
            }
        }
        for (String ban : List.of(Annotations.CANNOT_PREEMPT, Annotations.CANNOT_BORROW)) {
            if (any(ban, "true")) {
                face.editMetadata().addToAnnotations(ban, "true").endMetadata();
            }
        }
        return face.build();
    }

    private boolean any(String annotation, String value) {
        return pods.stream().anyMatch(pod -> JobWants.annotation(pod, annotation).equals(value));
    }

    /// How many pods there are to be, as the first one says; null when it says nothing that can be read.
    @Nullable Integer total() {
        try {
            int total =
                    Integer.parseInt(
                            JobWants.annotation(first(), Annotations.POD_GROUP_TOTAL_COUNT));
            return total < 1 ? null : total;
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    /// Whether it may be admitted before all its pods are there.
    boolean fast() {
        return any(Annotations.POD_GROUP_FAST_ADMISSION, "true");
    }

    boolean serving() {
        return any(Annotations.POD_GROUP_SERVING, "true");
    }

    /// The framework whose object makes its pods, knows their number and queues them as a whole; empty for a group that
    /// somebody has put together, and for pods that are queued one by one.
    String parent() {
        return isGroup() ? PodFacts.parent(first()) : "";
    }

    /// Whether pods that failed are not made again; one that says so is enough (L3.37).
    boolean unretriable() {
        return any(Annotations.RETRIABLE_IN_GROUP, "false");
    }

    /// The pod set that a pod belongs to.
    String role(Pod pod) {
        return isGroup() ? RoleHash.of(pod) : BatchJobs.POD_SET;
    }

    /// Whether a Workload that holds quota has to wait for it (L3.19, L3.38): not for one pod alone, not for a pod that should
    /// be gone by now, and not for one that runs on another cluster, while its gate is kept here.
    ///
    /// @param fastRelease the gate PodIntegrationFastQuotaRelease is on: not for pods that terminate either
    public boolean active(Instant now, boolean fastRelease) {
        return isGroup()
                && pods.stream()
                        .filter(pod -> PodFacts.in(pod, "Running") && !PodFacts.gated(pod))
                        .filter(pod -> !fastRelease || !PodFacts.deleting(pod))
                        .map(PodFacts::deletion)
                        .anyMatch(due -> due.isEmpty() || due.get().isAfter(now));
    }

    /// When a pod that terminates and still runs has to be gone: nobody tells when that time has come.
    public Optional<Instant> nextOverdue(Instant now) {
        return pods.stream()
                .filter(pod -> PodFacts.in(pod, "Running") && !PodFacts.gated(pod))
                .flatMap(pod -> PodFacts.deletion(pod).stream())
                .filter(due -> due.isAfter(now))
                .min(Instant::compareTo);
    }

    /// L3.18, L3.32
    JobKind.@Nullable Ending ending() {
        if (!isGroup()) {
            return PodFacts.over(first())
                    ? new JobKind.Ending(PodFacts.succeeded(first()), message(first()))
                    : null;
        }
        Integer total = total();
        long succeeded = pods.stream().filter(PodFacts::succeeded).count();
        if (serving() || total == null) {
            return null;
        }
        return succeeded >= total || unretriable() && pods.stream().allMatch(PodFacts::over)
                ? new JobKind.Ending(true, "Pods succeeded: " + succeeded + "/" + total + ".")
                : null;
    }

    private static String message(Pod pod) {
        return pod.getStatus().getMessage() == null ? "" : pod.getStatus().getMessage();
    }

    /// Whether all these pods are ready or done; of a group as many as it is to have (L3.21, L3.35).
    boolean ready(Collection<Pod> kept) {
        Integer total = total();
        return (!isGroup() || total != null && kept.size() >= total)
                && kept.stream().allMatch(pod -> PodFacts.ready(pod) || PodFacts.succeeded(pod));
    }

    /// Pods whose quota is not needed any more (L3.33).
    List<ReclaimablePod> reclaimable() {
        if (!isGroup() || serving()) {
            return List.of();
        }
        TreeMap<String, Integer> succeeded = new TreeMap<>();
        pods.stream()
                .filter(PodFacts::succeeded)
                .forEach(pod -> succeeded.merge(role(pod), 1, Integer::sum));
        List<ReclaimablePod> reclaimable = new ArrayList<>();
        succeeded.forEach((role, count) -> reclaimable.add(new ReclaimablePod(role, count)));
        return reclaimable;
    }

    /// Pods that a stop for this reason has to delete (L3.23, L3.24).
    public List<Pod> toStop(StopReason reason) {
        return pods.stream()
                .filter(pod -> !PodFacts.deleting(pod))
                .filter(
                        pod ->
                                reason == StopReason.WORKLOAD_DELETED
                                        || !PodFacts.gated(pod) && !PodFacts.over(pod))
                .toList();
    }

    /// Pods that wait for an admission (L3.22).
    List<Pod> toStart() {
        return pods.stream()
                .filter(PodFacts::gated)
                .filter(pod -> !PodFacts.deleting(pod) && !PodFacts.over(pod))
                .toList();
    }

    /// Whether it stands still. Once admitted, one pod that waits is enough: it is started beside the others.
    boolean suspended(@Nullable Workload workload) {
        if (workload != null && Facts.deleting(workload)) {
            return toStop(StopReason.WORKLOAD_DELETED).isEmpty();
        }
        return workload != null && Facts.admitted(workload) && !Facts.evicted(workload)
                ? !toStart().isEmpty()
                : toStop(StopReason.NOT_ADMITTED).isEmpty();
    }
}
