package dev.sluice.controllers.queueing;

import dev.sluice.api.condition.Conditions;
import dev.sluice.api.condition.WorkloadConditions;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import dev.sluice.api.name.Annotations;
import dev.sluice.api.name.Labels;
import dev.sluice.api.pod.Adjustment;
import dev.sluice.api.pod.LimitSummary;
import dev.sluice.api.pod.PodShape;
import dev.sluice.api.pod.PodSpecs;
import dev.sluice.api.pod.RequestCounting;
import dev.sluice.api.pod.RequestFaults;
import dev.sluice.api.v1beta2.Admission;
import dev.sluice.api.v1beta2.GatePosition;
import dev.sluice.api.v1beta2.Permission;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.PodSetAssignment;
import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.api.v1beta2.PodSetTopologyRequest;
import dev.sluice.api.v1beta2.PreemptionGate;
import dev.sluice.api.v1beta2.PreemptionGateState;
import dev.sluice.api.v1beta2.PriorityClassRef;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.api.v1beta2.RequeueState;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.engine.Event;
import dev.sluice.engine.spec.AdmissionConstraints;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.Reservation;
import dev.sluice.engine.spec.WorkloadKey;
import dev.sluice.engine.spec.WorkloadSpec;
import dev.sluice.engine.spec.WorkloadStatus;
import dev.sluice.model.Amounts;
import dev.sluice.model.PodResources;
import dev.sluice.reconcile.Derived;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Translates Workloads into what the engine is told about them: requests after all adjustments (R1.6 to R1.10), and
/// their conditions as state.
public final class WorkloadEvents {
    private static final Instant FIRST_JOB = Instant.parse("2015-01-01T00:00:00Z");
    private static final int NANOS_MAX = 999_999_999;

    /// Pod sets that no LimitRange and no runtime class has to do with.
    private final Derived<dev.sluice.api.v1beta2.WorkloadSpec, PodSets> ofSpecsAlone =
            new Derived<>(spec -> adjusted(spec, LimitSummary.NONE, _ -> Map.of()));

    private final FeatureGates gates;
    private final RequestCounting counting;

    public WorkloadEvents(Configuration configuration) {
        this.gates = configuration.gates();
        this.counting =
                new RequestCounting(
                        configuration.resources().excludeResourcePrefixes(),
                        configuration.resources().transformations());
    }

    private record PodSets(List<PodSetSpec> specs, WorkloadSpec.@Nullable RequestFault fault) {}

    /// What a Workload depends on outside of itself.
    public interface Surroundings {
        /// The LimitRanges of a namespace together.
        LimitSummary limits(String namespace);

        /// Pod overhead of a runtime class by resource; empty if there is none.
        Map<String, dev.sluice.model.Quantity> overhead(String runtimeClass);

        /// Whether somebody stops a Workload's pods when it is deactivated. It keeps its quota until they have stopped.
        default boolean isStoppedByItsJob(Workload workload) {
            return !workload.getMetadata().getOwnerReferences().isEmpty();
        }
    }

    /// The engine's name of a Workload.
    public static WorkloadKey key(Workload workload) {
        return new WorkloadKey(
                workload.getMetadata().getNamespace(), workload.getMetadata().getName());
    }

    /// A Workload, as it stands.
    ///
    /// @throws IllegalArgumentException if a quantity in its pod templates is none; an API server lets no such one in
    public Event changed(Workload workload, Surroundings surroundings) {
        return new Event.WorkloadChanged(
                spec(workload, surroundings), status(workload, surroundings));
    }

    /// What the pod sets of a pending Workload ask for, all pods together (R1.11, R4.19).
    public List<PodSetRequest> requests(Workload workload, Surroundings surroundings) {
        Map<String, Integer> reclaimable = reclaimable(statusOf(workload).reclaimablePods());
        List<PodSetRequest> requests = new ArrayList<>();
        for (PodSetSpec podSet : spec(workload, surroundings).podSets()) {
            int count = Math.max(0, podSet.count() - reclaimable.getOrDefault(podSet.name(), 0));
            Map<String, Quantity> total = new TreeMap<>();
            podSet.requestsPerPod()
                    .forEach(
                            (r, v) ->
                                    total.put(r, Admissions.quantity(r, Amounts.times(v, count))));
            requests.add(new PodSetRequest(podSet.name(), total));
        }
        return requests;
    }

    private WorkloadSpec spec(Workload workload, Surroundings surroundings) {
        var spec = specOf(workload);
        var metadata = workload.getMetadata();
        PodSets podSets = podSets(spec, surroundings.limits(metadata.getNamespace()), surroundings);
        return new WorkloadSpec(
                key(workload),
                metadata.getUid() == null ? "" : metadata.getUid(),
                metadata.getGeneration() == null ? 0 : metadata.getGeneration(),
                spec.queueName() == null ? "" : spec.queueName(),
                spec.priority() == null ? 0 : spec.priority(),
                boost(workload),
                priorityClass(spec.priorityClassRef()),
                queuedSince(workload),
                !Boolean.FALSE.equals(spec.active()),
                hold(workload),
                podSets.specs(),
                constraints(workload),
                preemptionGates(spec.preemptionGates()),
                replaces(workload),
                allowedFlavors(workload),
                null,
                podSets.fault());
    }

    private PodSets podSets(
            dev.sluice.api.v1beta2.WorkloadSpec spec,
            LimitSummary limits,
            Surroundings surroundings) {
        boolean alone =
                limits.equals(LimitSummary.NONE)
                        && spec.podSets().stream()
                                .allMatch(podSet -> podSpec(podSet).getRuntimeClassName() == null);
        return alone ? ofSpecsAlone.of(spec) : adjusted(spec, limits, surroundings::overhead);
    }

    private PodSets adjusted(
            dev.sluice.api.v1beta2.WorkloadSpec spec,
            LimitSummary limits,
            Function<String, Map<String, dev.sluice.model.Quantity>> overheads) {
        List<PodSetSpec> podSets = new ArrayList<>();
        List<String> overLimits = new ArrayList<>();
        List<String> overRange = new ArrayList<>();
        for (int i = 0; i < spec.podSets().size(); i++) {
            PodSet podSet = spec.podSets().get(i);
            PodSpec pod = podSpec(podSet);
            PodResources adjusted = adjusted(pod, limits, overheads);
            String path = "spec.podSets[" + i + "].template.spec";
            overLimits.addAll(RequestFaults.aboveLimits(adjusted, path));
            overRange.addAll(RequestFaults.outsideLimitRange(adjusted, limits, path));
            podSets.add(podSet(podSet, pod, adjusted));
        }
        return new PodSets(List.copyOf(podSets), fault(overLimits, overRange));
    }

    private static dev.sluice.api.v1beta2.WorkloadSpec specOf(Workload workload) {
        return Objects.requireNonNullElseGet(
                workload.getSpec(), dev.sluice.api.v1beta2.WorkloadSpec::empty);
    }

    private static dev.sluice.api.v1beta2.WorkloadStatus statusOf(Workload workload) {
        return Objects.requireNonNullElseGet(
                workload.getStatus(), dev.sluice.api.v1beta2.WorkloadStatus::empty);
    }

    private static PodSpec podSpec(PodSet podSet) {
        PodSpec pod = podSet.template() == null ? null : podSet.template().getSpec();
        return pod == null ? new PodSpec() : pod;
    }

    private static PodResources adjusted(
            PodSpec pod,
            LimitSummary limits,
            Function<String, Map<String, dev.sluice.model.Quantity>> overheads) {
        String runtimeClass = pod.getRuntimeClassName();
        Map<String, dev.sluice.model.Quantity> overhead =
                runtimeClass == null ? Map.of() : overheads.apply(runtimeClass);
        return new Adjustment(limits, overhead).of(PodSpecs.resources(pod));
    }

    private PodSetSpec podSet(PodSet podSet, PodSpec pod, PodResources adjusted) {
        var topology = podSet.topologyRequest();
        return new PodSetSpec(
                podSet.name() == null ? "main" : podSet.name(),
                podSet.count() == null ? 1 : podSet.count(),
                gates.isOn(FeatureGate.PARTIAL_ADMISSION) ? podSet.minCount() : null,
                counting.perPod(adjusted),
                PodSpecs.selection(pod),
                PodSpecs.tolerations(pod.getTolerations()),
                PodShape.of(pod, adjusted),
                topology == null ? null : topology.podSetGroupName(),
                topology == null || !wantsTopology(topology) ? null : topology.toString());
    }

    /// A label that names the index of pods is no wish yet.
    private static boolean wantsTopology(PodSetTopologyRequest topology) {
        return topology.required() != null
                || topology.preferred() != null
                || topology.unconstrained() != null
                || topology.podSetSliceRequiredTopology() != null
                || !topology.podsetSliceRequiredTopologyConstraints().isEmpty();
    }

    private static WorkloadSpec.@Nullable RequestFault fault(
            List<String> overLimits, List<String> overRange) {
        if (!overLimits.isEmpty()) {
            return new WorkloadSpec.RequestFault(false, overLimits);
        }
        return overRange.isEmpty() ? null : new WorkloadSpec.RequestFault(true, overRange);
    }

    /// R9.15; a malformed value counts as 0.
    private int boost(Workload workload) {
        String text = annotation(workload, Annotations.PRIORITY_BOOST);
        if (text == null || !gates.isOn(FeatureGate.PRIORITY_BOOST)) {
            return 0;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String priorityClass(@Nullable PriorityClassRef reference) {
        return reference == null ? "" : reference.name();
    }

    /// R3.2
    private WorkloadSpec.@Nullable Hold hold(Workload workload) {
        List<Condition> conditions = statusOf(workload).conditions();
        Map<String, String> labels = workload.getMetadata().getLabels();
        if (gates.isOn(FeatureGate.CONCURRENT_ADMISSION)
                && labels != null
                && "true".equals(labels.get(Labels.CONCURRENT_ADMISSION_PARENT))) {
            return WorkloadSpec.Hold.VARIANT_PARENT;
        }
        if (gates.isOn(FeatureGate.SCHEDULING_GATED_BY) && isGated(workload)) {
            return WorkloadSpec.Hold.GATED;
        }
        if (Conditions.isFalse(conditions, WorkloadConditions.QUOTA_RESERVED)
                && "OnHold"
                        .equals(Conditions.reason(conditions, WorkloadConditions.QUOTA_RESERVED))) {
            return WorkloadSpec.Hold.ON_HOLD;
        }
        return Conditions.isTrue(conditions, WorkloadConditions.WAITING_FOR_REPLACEMENT_PODS)
                ? WorkloadSpec.Hold.WAITING_FOR_REPLACEMENT_PODS
                : null;
    }

    /// A7.21: an empty or blank value is no gate.
    private static boolean isGated(Workload workload) {
        String value = annotation(workload, Annotations.ADMISSION_GATED_BY);
        return value != null && !value.isBlank();
    }

    private AdmissionConstraints constraints(Workload workload) {
        if (!gates.isOn(FeatureGate.WORKLOAD_ADMISSION_CONSTRAINTS)) {
            return AdmissionConstraints.NONE;
        }
        var field = specOf(workload).admissionConstraints();
        return new AdmissionConstraints(
                field != null && field.preemption() == Permission.NEVER
                        || "true".equals(annotation(workload, Annotations.CANNOT_PREEMPT)),
                field != null && field.borrowing() == Permission.NEVER
                        || "true".equals(annotation(workload, Annotations.CANNOT_BORROW)));
    }

    /// When it came into the queue: its creation. Those of jobs that a gate has held (KEP-6915) and that came in the same
    /// second are ordered by the creation of their jobs: each second of those since [#FIRST_JOB] counts as a nanosecond.
    private static Instant queuedSince(Workload workload) {
        String created = workload.getMetadata().getCreationTimestamp();
        if (created == null) {
            return Instant.EPOCH;
        }
        Instant since = Instant.parse(created);
        String job = annotation(workload, Annotations.JOB_CREATION_TIME);
        try {
            return job == null
                    ? since
                    : since.plusNanos(
                            Math.clamp(
                                    Duration.between(FIRST_JOB, Instant.parse(job)).toSeconds(),
                                    0,
                                    NANOS_MAX));
        } catch (DateTimeParseException malformed) {
            return since;
        }
    }

    private List<String> preemptionGates(List<PreemptionGate> list) {
        boolean on =
                gates.isOn(FeatureGate.MULTIKUEUE_ORCHESTRATED_PREEMPTION)
                        || gates.isOn(FeatureGate.CONCURRENT_ADMISSION);
        return on ? list.stream().map(PreemptionGate::name).toList() : List.of();
    }

    private @Nullable WorkloadKey replaces(Workload workload) {
        String value = annotation(workload, Annotations.WORKLOAD_SLICE_REPLACEMENT_FOR);
        return value == null
                        || value.indexOf('/') < 0
                        || !gates.isOn(FeatureGate.ELASTIC_JOBS_VIA_WORKLOAD_SLICES)
                ? null
                : WorkloadKey.parse(value);
    }

    private @Nullable List<String> allowedFlavors(Workload workload) {
        String value = annotation(workload, Annotations.WORKLOAD_ALLOWED_RESOURCE_FLAVORS);
        return value == null || !gates.isOn(FeatureGate.CONCURRENT_ADMISSION)
                ? null
                : List.of(value.split(","));
    }

    private static @Nullable String annotation(Workload workload, String key) {
        Map<String, String> annotations = workload.getMetadata().getAnnotations();
        return annotations == null ? null : annotations.get(key);
    }

    private WorkloadStatus status(Workload workload, Surroundings surroundings) {
        var status = statusOf(workload);
        List<Condition> conditions = status.conditions();
        return new WorkloadStatus(
                Conditions.isTrue(conditions, WorkloadConditions.FINISHED),
                holdsQuota(workload, surroundings) ? reservation(workload) : null,
                mark(conditions, WorkloadConditions.EVICTED),
                mark(conditions, WorkloadConditions.PREEMPTED),
                requeued(conditions),
                requeueAt(status.requeueState()),
                status.admissionChecks().stream()
                        .map(c -> new WorkloadStatus.Check(c.name(), state(c.state())))
                        .toList(),
                openGates(status.preemptionGates()),
                reclaimable(status.reclaimablePods()),
                Conditions.isTrue(conditions, WorkloadConditions.PODS_READY));
    }

    private static @Nullable Reservation reservation(Workload workload) {
        var status = statusOf(workload);
        Admission admission = status.admission();
        Instant since = Conditions.since(status.conditions(), WorkloadConditions.QUOTA_RESERVED);
        if (admission == null
                || since == null
                || !Conditions.isTrue(status.conditions(), WorkloadConditions.QUOTA_RESERVED)) {
            return null;
        }
        Map<String, Integer> counts = new HashMap<>();
        for (PodSet podSet : specOf(workload).podSets()) {
            counts.put(
                    podSet.name() == null ? "main" : podSet.name(),
                    podSet.count() == null ? 1 : podSet.count());
        }
        return new Reservation(
                admission.clusterQueue(),
                admission.podSetAssignments().stream().map(a -> reserved(a, counts)).toList(),
                since,
                Conditions.isTrue(status.conditions(), WorkloadConditions.ADMITTED));
    }

    private static boolean holdsQuota(Workload workload, Surroundings surroundings) {
        return !Boolean.FALSE.equals(specOf(workload).active())
                || surroundings.isStoppedByItsJob(workload);
    }

    /// R1.13
    private static Reservation.PodSetReservation reserved(
            PodSetAssignment assignment, Map<String, Integer> counts) {
        String name = assignment.name() == null ? "main" : assignment.name();
        Map<String, Long> usage = new TreeMap<>();
        assignment
                .resourceUsage()
                .forEach((r, q) -> usage.put(r, Amounts.ofRequest(r, PodSpecs.quantity(q))));
        Integer count = assignment.count();
        return new Reservation.PodSetReservation(
                name,
                count == null ? counts.getOrDefault(name, 1) : count,
                assignment.flavors(),
                usage);
    }

    private static WorkloadStatus.@Nullable Mark mark(List<Condition> conditions, String type) {
        Instant since = Conditions.since(conditions, type);
        String reason = Conditions.reason(conditions, type);
        return since == null || reason == null || !Conditions.isTrue(conditions, type)
                ? null
                : new WorkloadStatus.Mark(reason, since);
    }

    private static @Nullable Boolean requeued(List<Condition> conditions) {
        Condition found = Conditions.find(conditions, WorkloadConditions.REQUEUED);
        return found == null ? null : "True".equals(found.getStatus());
    }

    private static @Nullable Instant requeueAt(@Nullable RequeueState state) {
        return state == null || state.requeueAt() == null ? null : Instant.parse(state.requeueAt());
    }

    private static WorkloadStatus.CheckState state(dev.sluice.api.v1beta2.CheckState state) {
        return switch (state) {
            case PENDING -> WorkloadStatus.CheckState.PENDING;
            case READY -> WorkloadStatus.CheckState.READY;
            case RETRY -> WorkloadStatus.CheckState.RETRY;
            case REJECTED -> WorkloadStatus.CheckState.REJECTED;
        };
    }

    private static Set<String> openGates(List<PreemptionGateState> states) {
        return states.stream()
                .filter(s -> s.position() == GatePosition.OPEN)
                .map(PreemptionGateState::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<String, Integer> reclaimable(List<ReclaimablePod> pods) {
        if (!gates.isOn(FeatureGate.RECLAIMABLE_PODS)) {
            return Map.of();
        }
        Map<String, Integer> counts = new TreeMap<>();
        pods.forEach(p -> counts.put(p.name(), p.count()));
        return counts;
    }
}
