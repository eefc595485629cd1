package dev.sluice.controllers.job;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;

/// A Job for tests: `ns/a`, two pods with one CPU each, suspended as its controller has noted, in queue `lq`.
final class SomeJob {
    private SomeJob() {}

    static JobBuilder suspended() {
        return new JobBuilder()
                .withNewMetadata()
                .withNamespace("ns")
                .withName("a")
                .withUid("j1")
                .addToLabels("kueue.x-k8s.io/queue-name", "lq")
                .endMetadata()
                .withNewSpec()
                .withParallelism(2)
                .withCompletions(2)
                .withSuspend(true)
                .withNewTemplate()
                .withNewMetadata()
                .addToLabels("controller-uid", "j1")
                .addToLabels("batch.kubernetes.io/controller-uid", "j1")
                .addToLabels("job-name", "a")
                .addToLabels("batch.kubernetes.io/job-name", "a")
                .addToLabels("mine", "yes")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("c")
                .withImage("registry.example.com/work:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .endResources()
                .endContainer()
                .withRestartPolicy("Never")
                .endSpec()
                .endTemplate()
                .endSpec()
                .withNewStatus()
                .addNewCondition()
                .withType("Suspended")
                .withStatus("True")
                .withReason("JobSuspended")
                .endCondition()
                .endStatus();
    }

    /// A copy with metadata of its own.
    static HasMetadata copy(HasMetadata job) {
        return new JobBuilder((Job) job).build();
    }

    static Job running() {
        return suspended()
                .editSpec()
                .withSuspend(false)
                .endSpec()
                .withNewStatus()
                .endStatus()
                .build();
    }
}
