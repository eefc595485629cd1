package dev.sluice.controllers.multicluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import org.jspecify.annotations.Nullable;

/// What one kind of job supplies so that it can run on another cluster. Every method is a pure function of the objects.
interface RemoteKind<J extends HasMetadata> {

    Class<J> type();

    /// Why several clusters are not to touch this job, or null when they may (L5.14).
    @Nullable String refusal(J job);

    /// The job as it is to be created on a worker, but for its metadata: without anything that the manager's cluster has added.
    J forWorker(J job);

    /// The job with the status that it should show (L5.41, L5.42), or null when it shows it already.
    ///
    /// @param remote the job on the worker; null when there is none
    @Nullable J synced(J job, @Nullable J remote);

    /// Whether the job shows its end; then the manager's own controller of such jobs finishes their Workload.
    boolean ended(J job);
}
