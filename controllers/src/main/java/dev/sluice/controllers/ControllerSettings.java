package dev.sluice.controllers;

import dev.sluice.api.feature.FeatureGates;
import dev.sluice.model.LabelSelector;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the configuration says to controllers, in their own words (api §14). It does not change while they run.
///
/// @param manageJobsWithoutQueueName jobs without a queue name are held back, too
/// @param managedNamespaces jobs in other namespaces are none of our business (L2.1)
/// @param frameworks kinds of jobs that are on, as in `batch/job`
/// @param labelKeysToCopy labels that a Workload takes over from its job
/// @param podsReady what is expected of admitted workloads, or null when nothing is
/// @param retainFinished how long a finished Workload stays, or null for ever
/// @param retainDeactivated how long the job of a Workload stays that the system has deactivated, or null for ever
/// @param fairSharing shares are reported
public record ControllerSettings(
        boolean manageJobsWithoutQueueName,
        LabelSelector managedNamespaces,
        List<String> frameworks,
        List<String> labelKeysToCopy,
        @Nullable PodsReady podsReady,
        @Nullable Duration retainFinished,
        @Nullable Duration retainDeactivated,
        boolean fairSharing,
        FeatureGates gates) {

    public ControllerSettings {
        frameworks = List.copyOf(frameworks);
        labelKeysToCopy = List.copyOf(labelKeysToCopy);
    }

    /// How long the pods of an admitted workload may take (L1.50, L1.51).
    ///
    /// @param timeout until all are ready for the first time
    /// @param recoveryTimeout until all are ready again; zero for no limit
    /// @param backoffLimit evictions before the workload is deactivated, or null for no limit
    /// @param backoffBase wait before it is queued again the first time; it doubles
    public record PodsReady(
            Duration timeout,
            Duration recoveryTimeout,
            @Nullable Integer backoffLimit,
            Duration backoffBase,
            Duration backoffMax) {

        public static final PodsReady DEFAULT =
                new PodsReady(
                        Duration.ofMinutes(30),
                        Duration.ofMinutes(30),
                        null,
                        Duration.ofSeconds(60),
                        Duration.ofHours(1));
    }

    /// What holds without a configuration file, but for the namespaces of the system itself.
    public static ControllerSettings defaults(FeatureGates gates) {
        return new ControllerSettings(
                false,
                LabelSelector.EVERYTHING,
                List.of("batch/job"),
                List.of(),
                PodsReady.DEFAULT,
                null,
                null,
                false,
                gates);
    }
}
