package dev.sluice.controllers.pod;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.job.BatchJobs;
import dev.sluice.controllers.job.Composer;
import dev.sluice.controllers.job.Injection;
import dev.sluice.controllers.job.JobPlan;
import dev.sluice.controllers.job.JobStep;
import dev.sluice.controllers.job.JobView;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Priority;
import dev.sluice.controllers.workload.SomeWorkload;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A gated pod for tests that is queued on its own, in the queue `lq`.
public final class QueuedPod {
    private QueuedPod() {}

    /// The next step about one with these annotations and this Workload.
    public static JobStep next(
            Map<String, String> annotations,
            @Nullable Workload known,
            Priority priority,
            Configuration settings) {
        Pod pod = SomePod.gated("p").build();
        pod.getMetadata().getLabels().remove("kueue.x-k8s.io/pod-group-name");
        pod.getMetadata().setAnnotations(annotations);
        PodJob job = PodJob.of(pod);
        JobWants wants = JobWants.of(pod, true, true, true);
        var podSets = List.of(PodTemplate.podSet(BatchJobs.POD_SET, 1, pod, false));
        return JobPlan.next(
                new JobView(
                        pod,
                        PodViews.REPORTER,
                        job.suspended(known),
                        true,
                        false,
                        job.ending(),
                        false,
                        false,
                        podSets,
                        List.of(),
                        null,
                        true,
                        wants,
                        known == null ? List.of() : List.of(known),
                        null,
                        () -> priority,
                        made ->
                                new Composer(settings)
                                        .workload("Pod", "", pod, wants, podSets, made, false),
                        made -> new Injection.Ready(List.of()),
                        settings,
                        SomeWorkload.NOW));
    }
}
