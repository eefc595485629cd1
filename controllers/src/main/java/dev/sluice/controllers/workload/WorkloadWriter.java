package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadSpec;
import dev.sluice.api.v1beta2.WorkloadStatus;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes changes of Workloads. A change is a pure function of the newest state; when somebody else was faster it is
/// asked again with what that one wrote.
public final class WorkloadWriter {
    private static final int ATTEMPTS_MAX = 6;

    private final Cluster cluster;
    private final Cache<Workload> workloads;

    public WorkloadWriter(Cluster cluster) {
        this.cluster = cluster;
        this.workloads = cluster.cache(Workload.class);
    }

    /// Changes the status.
    ///
    /// @param change the wanted status, or null when nothing is to be done after all
    /// @return what was written, or null when there was nothing to write or no such workload
    /// @throws KubernetesClientException when the server refuses
    public @Nullable Workload status(Key key, Function<Workload, @Nullable WorkloadStatus> change) {
        return attempt(
                key,
                workload -> {
                    WorkloadStatus wanted = change.apply(workload);
                    if (wanted == null || wanted.equals(workload.getStatus())) {
                        return null;
                    }
                    // The server takes nothing but the status from it: no spec is sent.
                    Workload changed = new Workload();
                    changed.setMetadata(workload.getMetadata());
                    changed.setSpec(null);
                    changed.setStatus(wanted);
                    return cluster.updateStatus(changed);
                });
    }

    /// Changes the spec; as [#status(Key, Function)].
    public @Nullable Workload spec(Key key, Function<Workload, @Nullable WorkloadSpec> change) {
        return attempt(
                key,
                workload -> {
                    WorkloadSpec wanted = change.apply(workload);
                    if (wanted == null || wanted.equals(workload.getSpec())) {
                        return null;
                    }
                    return cluster.update(
                            with(workload, workload.getMetadata(), wanted, workload.getStatus()));
                });
    }

    /// Changes spec and metadata in one write; as [#status(Key, Function)].
    public @Nullable Workload object(Key key, Function<Workload, @Nullable Workload> change) {
        return attempt(
                key,
                workload -> {
                    Workload wanted = change.apply(workload);
                    return wanted == null ? null : cluster.update(wanted);
                });
    }

    /// Takes a finalizer off.
    public @Nullable Workload removeFinalizer(Key key, String finalizer) {
        return attempt(
                key,
                workload -> {
                    if (!Facts.hasFinalizer(workload, finalizer)) {
                        return null;
                    }
                    List<String> left = new ArrayList<>(workload.getMetadata().getFinalizers());
                    left.remove(finalizer);
                    return cluster.patch(
                            workload, PatchType.JSON_MERGE, cluster.json(finalizers(workload, left)));
                });
    }

    /// A patch that fails when the workload is not as we know it.
    private static Map<String, Object> finalizers(Workload workload, List<String> left) {
        return Map.of(
                "metadata",
                Map.of(
                        "resourceVersion",
                        workload.getMetadata().getResourceVersion(),
                        "finalizers",
                        left));
    }

    /// A workload with other parts; the given one is not touched.
    public static Workload with(
            Workload workload,
            ObjectMeta metadata,
            @Nullable WorkloadSpec spec,
            @Nullable WorkloadStatus status) {
        Workload changed = new Workload();
        changed.setMetadata(metadata == workload.getMetadata() ? metadata(workload) : metadata);
        changed.setSpec(spec);
        changed.setStatus(status);
        return changed;
    }

    /// A copy of the metadata that may be changed.
    public static ObjectMeta metadata(Workload workload) {
        return new ObjectMetaBuilder(workload.getMetadata()).build();
    }

    private @Nullable Workload attempt(Key key, Function<Workload, @Nullable Workload> write) {
        Workload known = workloads.get(key).orElse(null);
        for (int attempt = 1; known != null; attempt++) {
            try {
                return write.apply(known);
            } catch (KubernetesClientException refused) {
                if (refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                    return null;
                }
                if (refused.getCode() != HttpURLConnection.HTTP_CONFLICT
                        || attempt == ATTEMPTS_MAX) {
                    throw refused;
                }
                known = workloads.get(key).orElse(null);
            }
        }
        return null;
    }
}
