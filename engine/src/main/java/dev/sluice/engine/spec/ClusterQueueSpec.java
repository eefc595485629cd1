package dev.sluice.engine.spec;

import dev.sluice.model.LabelSelector;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A ClusterQueue: a leaf of the quota tree with its queue and its rules.
///
/// @param cohort parent in the quota tree, or null
/// @param admissionChecks per check the flavors it is required for; none means all flavors
/// @param namespaceSelector which namespaces may use the queue; [LabelSelector#NOTHING] if none is given
/// @param fairWeight weight under fair sharing, 1 by default
/// @param usageBasedFairSharing admission mode `UsageBasedAdmissionFairSharing` (R7.21)
/// @param terminating it has a deletion timestamp
public record ClusterQueueSpec(
        String name,
        @Nullable String cohort,
        List<ResourceGroup> resourceGroups,
        boolean strictFifo,
        LabelSelector namespaceSelector,
        Fungibility fungibility,
        Preemption preemption,
        StopPolicy stopPolicy,
        SequencedMap<String, Set<String>> admissionChecks,
        double fairWeight,
        boolean usageBasedFairSharing,
        @Nullable ConcurrentAdmission concurrentAdmission,
        boolean terminating) {

    /// Policy for several variants of one workload (R9.6).
    ///
    /// @param retainFirstAdmission no migration once a variant is admitted
    /// @param lastAcceptableFlavor the least favourable flavor that is worth a migration, or null
    public record ConcurrentAdmission(
            boolean retainFirstAdmission, @Nullable String lastAcceptableFlavor) {}

    public ClusterQueueSpec {
        resourceGroups = List.copyOf(resourceGroups);
        SequencedMap<String, Set<String>> checks = new LinkedHashMap<>();
        admissionChecks.forEach(
                (check, flavors) -> checks.put(check, new LinkedHashSet<>(flavors)));
        admissionChecks = checks;
    }

    /// A queue with these groups and the defaults of the API, open to all namespaces.
    public static ClusterQueueSpec of(
            String name, @Nullable String cohort, List<ResourceGroup> resourceGroups) {
        return new ClusterQueueSpec(
                name,
                cohort,
                resourceGroups,
                false,
                LabelSelector.EVERYTHING,
                Fungibility.DEFAULT,
                Preemption.NEVER,
                StopPolicy.NONE,
                new LinkedHashMap<>(Map.of()),
                1,
                false,
                null,
                false);
    }
}
