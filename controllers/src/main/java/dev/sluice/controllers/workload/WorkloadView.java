package dev.sluice.controllers.workload;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.LocalQueue;
import dev.sluice.api.v1beta2.StopPolicy;
import dev.sluice.api.v1beta2.Workload;
import java.time.Instant;
import java.util.Optional;
import java.util.SequencedCollection;
import org.jspecify.annotations.Nullable;

/// One Workload with everything that a decision about it depends on, read at one moment.
///
/// @param localQueue null when there is none of the name
/// @param clusterQueue the one that holds the workload's quota, else the one that its LocalQueue names; null when there
///     is none
/// @param clusterQueueInactive whether that one is known to be closed
/// @param checks admission checks that apply (L1.30); null while nobody can say
/// @param bypassed reason of an equal workload that failed, when this one was parked without a look (R3.22)
public record WorkloadView(
        Workload workload,
        @Nullable LocalQueue localQueue,
        @Nullable ClusterQueue clusterQueue,
        boolean clusterQueueInactive,
        @Nullable SequencedCollection<String> checks,
        Optional<String> bypassed,
        Configuration settings,
        Instant now) {

    WorkloadView of(Workload newest) {
        return new WorkloadView(
                newest,
                localQueue,
                clusterQueue,
                clusterQueueInactive,
                checks,
                bypassed,
                settings,
                now);
    }

    StopPolicy localQueuePolicy() {
        return localQueue == null
                        || localQueue.getSpec() == null
                        || localQueue.getSpec().stopPolicy() == null
                ? StopPolicy.NONE
                : localQueue.getSpec().stopPolicy();
    }

    boolean localQueueMissing() {
        return localQueue == null || localQueue.getMetadata().getDeletionTimestamp() != null;
    }

    StopPolicy clusterQueuePolicy() {
        return clusterQueue == null
                        || clusterQueue.getSpec() == null
                        || clusterQueue.getSpec().stopPolicy() == null
                ? StopPolicy.NONE
                : clusterQueue.getSpec().stopPolicy();
    }

    /// The name that messages give the ClusterQueue.
    String clusterQueueName() {
        var admission = Facts.status(workload).admission();
        if (admission != null) {
            return admission.clusterQueue();
        }
        return localQueue == null
                        || localQueue.getSpec() == null
                        || localQueue.getSpec().clusterQueue() == null
                ? ""
                : localQueue.getSpec().clusterQueue();
    }
}
