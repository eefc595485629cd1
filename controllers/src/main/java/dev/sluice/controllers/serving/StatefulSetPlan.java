package dev.sluice.controllers.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.JobPlan;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.StopReason;
import dev.sluice.controllers.pod.PodFacts;
import dev.sluice.controllers.pod.PodJob;
import dev.sluice.controllers.pod.RoleHash;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.controllers.workload.Reasons;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What to do next about a StatefulSet (L3.60 to L3.66): its pods become a group, the group's Workload is made and follows, and
/// at zero replicas it holds nothing and waits. What becomes of the pods is decided as for any group. Pure.
final class StatefulSetPlan {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// How long a set that makes its pods at once is waited for, if some do not come.
    private static final Duration TOGETHER_WITHIN = Duration.ofSeconds(2);

    private final StatefulSetView all;
    private final StatefulSet set;

    private StatefulSetPlan(StatefulSetView all) {
        this.all = all;
        this.set = all.set();
    }

    static StatefulSetStep next(StatefulSetView view) {
        return new StatefulSetPlan(view).next();
    }

    private StatefulSetStep next() {
        List<Pod> outdated =
                all.pods().stream().filter(pod -> !started() && isOutdated(pod)).toList();
        if (!outdated.isEmpty()) {
            return new StatefulSetStep.Replace(outdated);
        }
        List<Pod> unmarked =
                SetFacts.replicas(set) == 0
                        ? List.of()
                        : all.pods().stream().filter(all.marks()::lacking).toList();
        Instant due = unmarked.isEmpty() ? null : due(unmarked);
        if (due != null && !due.isAfter(now())) {
            return new StatefulSetStep.Mark(unmarked);
        }
        JobStep step = ofWorkload(all.workload());
        return new StatefulSetStep.OfJob(
                due != null && step.equals(JobStep.Rest.FOR_NOW) ? new JobStep.Rest(due) : step);
    }

    /// What is admitted starts, whatever its template.
    private boolean started() {
        Workload workload = all.workload();
        return workload != null && Facts.admitted(workload) && !Facts.evicted(workload);
    }

    private boolean isOutdated(Pod pod) {
        return PodFacts.gated(pod) && !PodFacts.deleting(pod) && SetFacts.outdated(set, pod);
    }

    /// Pods that come at once become members at once: the Workload is written once for all of them.
    private Instant due(List<Pod> unmarked) {
        long present = all.pods().stream().filter(pod -> !PodFacts.deleting(pod)).count();
        return SetFacts.parallel(set) && present < SetFacts.replicas(set)
                ? unmarked.stream()
                        .map(pod -> Instant.parse(pod.getMetadata().getCreationTimestamp()))
                        .max(Comparator.naturalOrder())
                        .map(newest -> newest.plus(TOGETHER_WITHIN))
                        .orElseThrow()
                : Instant.MIN;
    }

    private JobStep ofWorkload(@Nullable Workload workload) {
        if (workload == null) {
            return SetFacts.remote(set) || SetFacts.replicas(set) == 0 && !held()
                    ? JobStep.Rest.FOR_NOW
                    : JobPlan.about(all.view(), null);
        }
        if (Facts.deleting(workload)) {
            return all.group() == null ? JobPlan.about(all.view(), workload) : JobStep.Rest.FOR_NOW;
        }
        boolean zero = SetFacts.replicas(set) == 0;
        if (Facts.finished(workload)) {
            return zero ? JobPlan.unlike(all.view(), workload) : JobStep.Rest.FOR_NOW;
        }
        if (held() && !Facts.reserved(workload)) {
            // It is from a time when the gate did not count.
            return JobPlan.unlike(all.view(), workload);
        }
        if (all.group() == null) {
            Optional<JobStep> released = JobPlan.released(all.view(), workload);
            if (released.isPresent()) {
                return released.get();
            }
        }
        return zero ? atZero(workload) : serving(workload);
    }

    private boolean held() {
        return !all.view().wants().heldBy().isEmpty();
    }

    /// L3.64: the Workload stays and holds nothing, once the pods hold nothing any more.
    private JobStep atZero(Workload workload) {
        if (Facts.onHold(workload) || !Facts.active(workload)) {
            return JobStep.Rest.FOR_NOW;
        }
        PodJob group = all.group();
        if (group != null && !group.toStop(StopReason.NOT_ADMITTED).isEmpty()) {
            return JobStep.Rest.FOR_NOW;
        }
        if (all.view().active()) {
            return group == null
                    ? JobStep.Rest.FOR_NOW
                    : group.nextOverdue(now())
                            .<JobStep>map(JobStep.Rest::new)
                            .orElse(JobStep.Rest.FOR_NOW);
        }
        return new JobStep.ChangeStatus(
                workload,
                newest ->
                        Facts.finished(newest) || Facts.onHold(newest)
                                ? null
                                : all.view()
                                        .changes(newest)
                                        .release(
                                                Reasons.ON_HOLD,
                                                "StatefulSet scaled to zero; workload on hold")
                                        .done(),
                null);
    }

    /// Everything that the Workload is to say stands in it before it is let go (FA1).
    private JobStep serving(Workload workload) {
        if (!Facts.reserved(workload) && !isFor(workload)) {
            return JobPlan.rewritten(all.view(), workload);
        }
        return JobPlan.synced(all.view(), workload)
                .orElseGet(() -> Facts.onHold(workload) ? resumed(workload) : JobStep.Rest.FOR_NOW);
    }

    private boolean isFor(Workload workload) {
        PodSet wanted = all.view().podSets().getFirst();
        List<PodSet> known = Facts.spec(workload).podSets();
        return known.size() == 1
                && wanted.count() != null
                && wanted.count().equals(known.getFirst().count())
                && shape(known.getFirst()).equals(shape(wanted));
    }

    private static JsonNode shape(PodSet podSet) {
        return RoleHash.canonical(JSON.valueToTree(podSet.template().getSpec()));
    }

    private JobStep resumed(Workload workload) {
        boolean legacy =
                !all.view().settings().gates().isOn(FeatureGate.UNADMITTED_WORKLOADS_OBSERVABILITY);
        return new JobStep.ChangeStatus(
                workload,
                newest ->
                        Facts.onHold(newest)
                                ? all.view()
                                        .changes(newest)
                                        .set(
                                                WorkloadConditions.QUOTA_RESERVED,
                                                false,
                                                legacy
                                                        ? Reasons.LEGACY_PENDING
                                                        : Reasons.PENDING_EVALUATION,
                                                "Workload no longer on hold; waiting for quota reservation")
                                        .done()
                                : null,
                null);
    }

    private Instant now() {
        return all.view().now();
    }
}
