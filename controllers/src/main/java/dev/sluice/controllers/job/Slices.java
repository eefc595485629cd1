package dev.sluice.controllers.job;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.queueing.Admissions;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import dev.sluice.model.Amounts;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntBinaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The Workloads of an elastic job that have not finished, called its slices: one that holds quota, and at most one that
/// is to take its place (L2.43 to L2.45). Pure.
final class Slices {
    /// The scheduler finishes the slice that it has replaced with its next write; only when that is missing, somebody
    /// else does.
    private static final Duration SCHEDULER_AWAITED = Duration.ofSeconds(5);

    private final JobView view;
    private final List<Workload> open;
    private final @Nullable Workload holder;
    private final @Nullable Workload newest;

    private Slices(JobView view) {
        this.view = view;
        this.open = view.workloads().stream().filter(slice -> !Facts.finished(slice)).toList();
        this.holder = last(open.stream().filter(this::holds));
        this.newest = chosen();
    }

    static Slices of(JobView view) {
        return new Slices(view);
    }

    /// The slice that says what the job wants, or null when a first one is to be made; the one that finished with the job
    /// when there is no other.
    @Nullable Workload newest() {
        return newest == null
                ? last(view.workloads().stream().filter(slice -> !superseded(slice)))
                : newest;
    }

    /// Whether it ended before its job: another slice took its place, and may have been deleted since.
    private static boolean superseded(Workload slice) {
        Condition finished = Conditions.find(Facts.conditions(slice), WorkloadConditions.FINISHED);
        return finished != null
                && (finished.getReason().equals(Reasons.WORKLOAD_SLICE_REPLACED)
                        || finished.getReason().equals(Reasons.OUT_OF_SYNC));
    }

    /// Whether quota is held for the job.
    boolean held() {
        return holder != null;
    }

    /// The name of the first slice; the pods bear it.
    static String chain(Workload slice) {
        String first = Facts.annotation(slice, Annotations.WORKLOAD_SLICE_NAME);
        return first == null || first.isEmpty() ? Facts.name(slice) : first;
    }

    private boolean holds(Workload slice) {
        return Facts.reserved(slice)
                && !Facts.evicted(slice)
                && open.stream()
                        .noneMatch(other -> Facts.reserved(other) && replaces(other, slice));
    }

    private @Nullable Workload chosen() {
        if (holder == null) {
            Workload waiting = last(open.stream().filter(slice -> !Facts.evicted(slice)));
            return waiting == null ? last(open.stream()) : waiting;
        }
        Workload next =
                last(
                        open.stream()
                                .filter(slice -> !Facts.reserved(slice) && !Facts.evicted(slice))
                                .filter(slice -> replaces(slice, holder)));
        return next == null ? holder : next;
    }

    private static boolean replaces(Workload slice, Workload old) {
        return Facts.path(old)
                .equals(Facts.annotation(slice, Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR));
    }

    private static @Nullable Workload last(Stream<Workload> slices) {
        return slices.reduce((_, later) -> later).orElse(null);
    }

    /// Ends the slices that are neither the holder nor the one that takes its place (L2.45).
    Optional<JobStep> tidied() {
        return open.stream()
                .filter(slice -> slice != holder && slice != newest)
                .findFirst()
                .map(this::dismissed);
    }

    private JobStep dismissed(Workload slice) {
        if (Facts.evicted(slice) && Facts.reserved(slice)) {
            Condition eviction =
                    Objects.requireNonNull(
                            Conditions.find(Facts.conditions(slice), WorkloadConditions.EVICTED));
            if (!view.suspended()) {
                return new JobStep.StopJob(
                        Injection.original(slice),
                        StopReason.WORKLOAD_EVICTED,
                        eviction.getMessage());
            }
            if (!view.stopConfirmed() || view.active()) {
                return JobStep.Rest.FOR_NOW;
            }
        }
        Instant due = schedulerIsLate(slice);
        if (due != null && due.isAfter(view.now())) {
            return new JobStep.Rest(due);
        }
        boolean replaced = open.stream().anyMatch(other -> replaces(other, slice));
        return new JobStep.ChangeStatus(
                slice,
                current ->
                        view.changes(current)
                                .finish(
                                        replaced
                                                ? Reasons.WORKLOAD_SLICE_REPLACED
                                                : Reasons.OUT_OF_SYNC,
                                        replaced
                                                ? "Replaced to accommodate a new workload slice"
                                                : "The workload slice is out of sync with its parent job")
                                .done(),
                null);
    }

    private @Nullable Instant schedulerIsLate(Workload slice) {
        return open.stream()
                .filter(other -> Facts.reserved(other) && replaces(other, slice))
                .map(
                        other ->
                                Conditions.since(
                                        Facts.conditions(other), WorkloadConditions.QUOTA_RESERVED))
                .filter(Objects::nonNull)
                .map(since -> since.plus(SCHEDULER_AWAITED))
                .findFirst()
                .orElse(null);
    }

    /// What follows when the job wants another number of pods than its newest slice (L2.44). More than a slice with quota
    /// has: a new slice; in all other cases the slice itself changes, and with fewer pods its admission too.
    Optional<JobStep> resized(Workload slice) {
        if (!differs(slice, (known, wanted) -> wanted - known)) {
            return admissionFollows(slice);
        }
        boolean grows = differs(slice, (known, wanted) -> Math.max(0, wanted - known));
        if (!grows || !Facts.reserved(slice)) {
            return Optional.of(
                    new JobStep.ChangeSpec(
                            slice,
                            current ->
                                    grows && Facts.reserved(current)
                                            ? null
                                            : Facts.spec(current).withPodSets(counted(current)),
                            null));
        }
        return switch (view.priority().get()) {
            case Priority.Missing _ -> Optional.empty();
            case Priority.Known known ->
                    Optional.of(
                            new JobStep.CreateWorkload(
                                    replacement(view.composed().apply(known), slice)));
        };
    }

    private boolean differs(Workload slice, IntBinaryOperator distance) {
        List<PodSet> known = Facts.spec(slice).podSets();
        for (int i = 0; i < known.size(); i++) {
            if (distance.applyAsInt(count(known.get(i)), count(view.podSets().get(i))) != 0) {
                return true;
            }
        }
        return false;
    }

    private List<PodSet> counted(Workload slice) {
        List<PodSet> podSets = new ArrayList<>();
        List<PodSet> known = Facts.spec(slice).podSets();
        for (int i = 0; i < known.size(); i++) {
            PodSet podSet = known.get(i);
            podSets.add(
                    new PodSet(
                            podSet.name(),
                            podSet.template(),
                            count(view.podSets().get(i)),
                            podSet.minCount(),
                            podSet.topologyRequest()));
        }
        return podSets;
    }

    private static Workload replacement(Workload made, Workload old) {
        ObjectMeta metadata = made.getMetadata();
        Map<String, String> annotations = new TreeMap<>(metadata.getAnnotations());
        annotations.put(Annotations.WORKLOAD_SLICE_NAME, chain(old));
        annotations.put(Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR, Facts.path(old));
        metadata.setAnnotations(annotations);
        return made;
    }

    /// Pods that are wanted no more give their quota back.
    private static Optional<JobStep> admissionFollows(Workload slice) {
        Admission admission = Facts.status(slice).admission();
        if (admission == null || shrunk(slice, admission).equals(admission)) {
            return Optional.empty();
        }
        return Optional.of(
                new JobStep.ChangeStatus(
                        slice,
                        current -> {
                            Admission held = Facts.status(current).admission();
                            return held == null
                                    ? null
                                    : Facts.status(current).withAdmission(shrunk(current, held));
                        },
                        null));
    }

    private static Admission shrunk(Workload slice, Admission admission) {
        List<PodSet> podSets = Facts.spec(slice).podSets();
        List<PodSetAssignment> assignments = new ArrayList<>();
        for (int i = 0; i < admission.podSetAssignments().size(); i++) {
            PodSetAssignment assignment = admission.podSetAssignments().get(i);
            assignments.add(
                    i < podSets.size() ? shrunk(assignment, count(podSets.get(i))) : assignment);
        }
        return new Admission(admission.clusterQueue(), assignments);
    }

    private static PodSetAssignment shrunk(PodSetAssignment assignment, int count) {
        Integer before = assignment.count();
        if (before == null || before <= count) {
            return assignment;
        }
        Map<String, Quantity> usage = new TreeMap<>();
        assignment
                .resourceUsage()
                .forEach(
                        (resource, total) -> {
                            long perPod = Admissions.amount(resource, total) / before;
                            usage.put(
                                    resource,
                                    Admissions.quantity(resource, Amounts.times(perPod, count)));
                        });
        return new PodSetAssignment(
                assignment.name(),
                assignment.flavors(),
                usage,
                count,
                assignment.topologyAssignment(),
                assignment.delayedTopologyRequest());
    }

    private static int count(PodSet podSet) {
        return podSet.count() == null ? 1 : podSet.count();
    }
}
