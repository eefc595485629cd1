package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.model.LabelSelector;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Key;
import java.util.Map;

/// Which LocalQueues have metrics of their own (L8.2).
///
/// @param on whether any has
/// @param selector which ones, by their labels
record LocalQueueChoice(boolean on, LabelSelector selector, Cache<LocalQueue> queues) {

    boolean covers(LocalQueue queue) {
        Map<String, String> labels = queue.getMetadata().getLabels();
        return on && selector.matches(labels == null ? Map.of() : labels);
    }

    /// Whether it covers a queue by its name; one that does not exist has no metrics (L8.5).
    boolean covers(Key queue) {
        return on && queues.get(queue).map(this::covers).orElse(false);
    }
}
