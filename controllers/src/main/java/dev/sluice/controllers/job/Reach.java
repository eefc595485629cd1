package dev.sluice.controllers.job;

import dev.sluice.api.config.Configuration;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.Map;
import java.util.Optional;

/// Which jobs are ours: those that name a queue, or all of them, in the namespaces that are managed (L2.1, L2.5).
public record Reach(Configuration settings, Cache<Namespace> namespaces) {

    /// Whether a job with these wants is queued where it is.
    public boolean covers(HasMetadata job, JobWants wants) {
        return asks(wants) && namespaceOf(job).filter(this::manages).isPresent();
    }

    /// Whether it would be queued in a namespace that is managed.
    public boolean asks(JobWants wants) {
        return !wants.queueName().isEmpty() || settings.manageJobsWithoutQueueName();
    }

    public boolean manages(Namespace namespace) {
        Map<String, String> labels = namespace.getMetadata().getLabels();
        return settings.managedJobsNamespaceSelector().matches(labels == null ? Map.of() : labels);
    }

    public Optional<Namespace> namespaceOf(HasMetadata job) {
        return namespaces.get(Key.cluster(job.getMetadata().getNamespace()));
    }
}
