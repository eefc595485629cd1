package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.api.v1beta2.Workload;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A job of any kind as its controller sees it, for tests.
final class SomeView {
    private SomeView() {}

    static <J extends HasMetadata> JobView of(
            JobKind<J> kind,
            J job,
            List<Workload> workloads,
            @Nullable Workload prebuilt,
            Priority priority,
            Configuration settings,
            Instant now) {
        JobWants wants = JobWants.of(job, true, true, true);
        return new JobView(
                job,
                kind.reporter(),
                kind.suspended(job),
                kind.stopConfirmed(job),
                kind.active(job),
                kind.ending(job),
                kind.podsReady(job),
                true,
                kind.podSets(job),
                kind.reclaimablePods(job),
                kind.holdNote(job),
                true,
                wants,
                workloads,
                prebuilt,
                () -> priority,
                known ->
                        new Composer(settings).workload(kind, job, wants, kind.podSets(job), known),
                workload -> Injection.of(workload, _ -> new ResourceFlavor(), settings.gates()),
                settings,
                now);
    }
}
