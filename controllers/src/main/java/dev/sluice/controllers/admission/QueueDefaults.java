package dev.sluice.controllers.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Labels;
import java.util.Map;

/// Which jobs are queued, and what a new one gets that names no queue or no class, where there are some of the name
/// `default` (L2.1, L2.8, L2.9).
record QueueDefaults(Configuration settings) {
    private static final String DEFAULT = "default";

    /// Whether a job that is there is queued.
    boolean asks(JsonNode job, String namespace, Lookup lookup) {
        return asks(job) && covers(namespace, lookup);
    }

    /// Completes a new job in place, and says whether it is queued.
    boolean queued(ObjectNode job, String namespace, Lookup lookup) {
        if (!covers(namespace, lookup)) {
            return false;
        }
        if (!Review.hasLabel(job, Labels.QUEUE_NAME)
                && lookup.localQueueExists(namespace, DEFAULT)) {
            label(job, Labels.QUEUE_NAME);
        }
        if (!asks(job)) {
            return false;
        }
        if (settings.gates().isOn(FeatureGate.WORKLOAD_PRIORITY_CLASS_DEFAULTING)
                && !Review.hasLabel(job, Labels.PRIORITY_CLASS)
                && lookup.workloadPriorityClassExists(DEFAULT)) {
            label(job, Labels.PRIORITY_CLASS);
        }
        return true;
    }

    private boolean asks(JsonNode job) {
        return settings.manageJobsWithoutQueueName()
                || !Review.label(job, Labels.QUEUE_NAME).isEmpty();
    }

    private boolean covers(String namespace, Lookup lookup) {
        Map<String, String> labels = lookup.namespaceLabels(namespace);
        return labels != null && settings.managedJobsNamespaceSelector().matches(labels);
    }

    private static void label(ObjectNode job, String key) {
        job.withObjectProperty("metadata").withObjectProperty("labels").put(key, DEFAULT);
    }
}
