package dev.sluice.controllers.multicluster;

import dev.sluice.api.name.Finalizers;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.event.Reporters;
import dev.sluice.controllers.workload.Facts;
import dev.sluice.reconcile.Cluster;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes to workers.
final class WorkerWrites {
    private final Workers workers;
    private final EventRecorder events;

    WorkerWrites(Workers workers, EventRecorder events) {
        this.workers = workers;
        this.events = events;
    }

    @FunctionalInterface
    interface Write {
        void on(Cluster worker);
    }

    /// Writes to a worker. A refusal does not stop what is to be done elsewhere: it is told, and tried again later.
    ///
    /// @param local whom a refusal concerns; null when it is gone
    /// @return false after a refusal that lasts
    boolean on(String cluster, @Nullable Workload local, Write write) {
        Cluster worker = workers.connected(cluster).orElse(null);
        if (worker == null) {
            return false;
        }
        try {
            write.on(worker);
            return true;
        } catch (KubernetesClientException refused) {
            if (refused.getCode() == HttpURLConnection.HTTP_CONFLICT && !exists(refused)) {
                return true;
            }
            if (local != null) {
                events.record(
                        local,
                        Happening.warning(
                                Reporters.WORKLOAD,
                                "MultiKueue",
                                "cluster \"%s\": %s".formatted(cluster, said(refused))));
            }
            return false;
        }
    }

    private static boolean exists(KubernetesClientException refused) {
        return refused.getStatus() != null
                && "AlreadyExists".equals(refused.getStatus().getReason());
    }

    /// What the caches do not show is not ours (L5.18).
    private static String said(KubernetesClientException refused) {
        String words =
                refused.getStatus() == null || refused.getStatus().getMessage() == null
                        ? String.valueOf(refused.getMessage())
                        : refused.getStatus().getMessage();
        return exists(refused) ? "remote object not owned by MultiKueue: " + words : words;
    }

    /// Removes everything that a Workload has on a worker: jobs first, then the copy (L5.20).
    static void remove(Cluster worker, DispatchView.Remote remote) {
        remote.jobs().values().stream()
                .filter(job -> job.getMetadata().getDeletionTimestamp() == null)
                .forEach(job -> worker.delete(job, DeletionPropagation.BACKGROUND));
        Workload copy = remote.copy();
        if (copy == null) {
            return;
        }
        if (Facts.hasFinalizer(copy, Finalizers.RESOURCE_IN_USE)) {
            List<String> left =
                    copy.getMetadata().getFinalizers().stream()
                            .filter(finalizer -> !finalizer.equals(Finalizers.RESOURCE_IN_USE))
                            .toList();
            worker.patch(
                    copy,
                    PatchType.JSON_MERGE,
                    worker.json(Map.of("metadata", Map.of("finalizers", left))));
        }
        if (!Facts.deleting(copy)) {
            worker.delete(copy, DeletionPropagation.BACKGROUND);
        }
    }
}
