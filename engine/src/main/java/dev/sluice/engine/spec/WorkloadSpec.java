package dev.sluice.engine.spec;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a workload wants. Its state stands in [WorkloadStatus].
///
/// @param generation grows with each change of the object's spec
/// @param queueName name of the LocalQueue in its namespace
/// @param priority `spec.priority`, 0 if missing
/// @param priorityBoost added to the priority (R9.15); 0 if that feature is off
/// @param priorityClass name of the priority class, empty if none; only its change matters (R3.16)
/// @param active `spec.active`, true if missing
/// @param held what keeps it out of all queues, see [Hold]
/// @param preemptionGates names of its preemption gates; empty if that feature is off (R9.1)
/// @param replaces the slice of an elastic workload that it replaces, or null (R9.16)
/// @param allowedFlavors only flavors it may get (R9.9), or null for all
/// @param parentVariant the workload whose variant it is (R9.7), or null
/// @param fault why its requests are not acceptable (R4.4 rules 7 and 8), or null
public record WorkloadSpec(
        WorkloadKey key,
        String uid,
        long generation,
        String queueName,
        int priority,
        int priorityBoost,
        String priorityClass,
        Instant created,
        boolean active,
        @Nullable Hold held,
        List<PodSetSpec> podSets,
        AdmissionConstraints constraints,
        List<String> preemptionGates,
        @Nullable WorkloadKey replaces,
        @Nullable List<String> allowedFlavors,
        @Nullable WorkloadKey parentVariant,
        @Nullable RequestFault fault) {

    /// What keeps a workload out of all queues though it is active and unfinished (R3.2).
    public enum Hold {
        /// A gate annotation with a non-empty value.
        GATED,
        /// `QuotaReserved` False with reason `OnHold`.
        ON_HOLD,
        /// `WaitingForReplacementPods` True.
        WAITING_FOR_REPLACEMENT_PODS,
        /// It is the parent of concurrent-admission variants (R9.7).
        VARIANT_PARENT,
        /// The job that names it does not own it yet (L2.24).
        UNADOPTED
    }

    /// Requests that contradict their limits (R1.19) or the namespace's LimitRanges (R1.20).
    ///
    /// @param limitRange it is a LimitRange that is violated
    /// @param errors the errors in the format of R4.5
    public record RequestFault(boolean limitRange, List<String> errors) {
        public RequestFault {
            errors = List.copyOf(errors);
        }
    }

    public WorkloadSpec {
        podSets = List.copyOf(podSets);
        preemptionGates = List.copyOf(preemptionGates);
        allowedFlavors = allowedFlavors == null ? null : List.copyOf(allowedFlavors);
    }

    /// An ordinary active workload.
    public static WorkloadSpec of(
            WorkloadKey key,
            String uid,
            String queueName,
            int priority,
            Instant created,
            List<PodSetSpec> podSets) {
        return new WorkloadSpec(
                key,
                uid,
                1,
                queueName,
                priority,
                0,
                "",
                created,
                true,
                null,
                podSets,
                AdmissionConstraints.NONE,
                List.of(),
                null,
                null,
                null,
                null);
    }

    /// This workload, kept out of all queues.
    public WorkloadSpec withHeld(Hold newHeld) {
        return new WorkloadSpec(
                key,
                uid,
                generation,
                queueName,
                priority,
                priorityBoost,
                priorityClass,
                created,
                active,
                newHeld,
                podSets,
                constraints,
                preemptionGates,
                replaces,
                allowedFlavors,
                parentVariant,
                fault);
    }

    /// The priority that every comparison uses (R1.18).
    public long effectivePriority() {
        return (long) priority + priorityBoost;
    }
}
