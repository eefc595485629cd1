package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.api.v1beta2.ReclaimablePod;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.workload.StatusChanges;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One job with everything that a decision about it depends on, read at one moment.
///
/// @param suspended its spec says that it stands still
/// @param stopConfirmed the controller that runs its pods says so too
/// @param holdNote what the job's status says of a gate that holds it back
/// @param queueExists the LocalQueue that it names is there
/// @param comesBack whether it can run again after an eviction
/// @param workloads those that the job owns, oldest first
/// @param prebuilt the Workload that the job names, or null when it names none or there is none
/// @param priority where its priority comes from; asked for only when a Workload is made or follows the job
/// @param composed the Workload as it would be made now, with this priority
/// @param injection what the admission of a Workload adds to the job's pods
public record JobView(
        HasMetadata job,
        String reporter,
        boolean suspended,
        boolean stopConfirmed,
        boolean active,
        JobKind.@Nullable Ending ending,
        boolean podsReady,
        boolean comesBack,
        List<PodSet> podSets,
        List<ReclaimablePod> reclaimablePods,
        JobKind.@Nullable HoldNote holdNote,
        boolean queueExists,
        JobWants wants,
        List<Workload> workloads,
        @Nullable Workload prebuilt,
        Supplier<Priority> priority,
        Function<Priority.Known, Workload> composed,
        Function<Workload, Injection> injection,
        Configuration settings,
        Instant now) {

    /// The same, as if it stood still, or did not.
    public JobView suspended(boolean still) {
        return new JobView(
                job,
                reporter,
                still,
                stopConfirmed,
                active,
                ending,
                podsReady,
                comesBack,
                podSets,
                reclaimablePods,
                holdNote,
                queueExists,
                wants,
                workloads,
                prebuilt,
                priority,
                composed,
                injection,
                settings,
                now);
    }

    /// Changes to the status of one of its Workloads.
    public StatusChanges changes(Workload workload) {
        return StatusChanges.of(workload, now, settings, comesBack);
    }

    /// What the job's own reporter tells.
    public Happening normal(String reason, String note) {
        return Happening.normal(reporter, reason, note);
    }
}
