package dev.sluice.controllers.multicluster;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.name.Labels;
import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.MultiKueueConfig;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.workload.WorkloadWriter;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The controllers of a manager cluster, put together.
public final class MultiCluster {
    /// The name of the admission check's controller.
    public static final String CONTROLLER = "kueue.x-k8s.io/multikueue";

    private final @Nullable DispatchReconciler dispatch;

    /// Declares them; before the manager's cluster starts.
    ///
    /// @param manager the cluster that holds jobs and quota of record
    public MultiCluster(
            Cluster manager,
            Configuration settings,
            Connector connector,
            WorkloadWriter writer,
            EventRecorder events,
            Dispatches dispatches) {
        if (!settings.gates().isOn(FeatureGate.MULTIKUEUE)) {
            dispatch = null;
            return;
        }
        Workers workers = new Workers();
        dispatch = new DispatchReconciler(manager, settings, workers, writer, events, dispatches);
        String labels = Labels.MULTIKUEUE_ORIGIN + "=" + settings.multiKueue().origin();
        new ClusterReconciler(
                manager,
                settings.namespace(),
                new KubeconfigPaths(
                        KubeconfigPaths.FOLDER,
                        !settings.gates().isOn(FeatureGate.MULTIKUEUE_KUBE_CONFIG_PATH_VALIDATION)),
                connector,
                labels,
                workers,
                events);
        new CheckReconciler(manager);
    }

    /// How it stands with a Workload in the workers; empty when it does not go there, or not yet.
    public Optional<DispatchOutlook> outlook(String namespace, String name) {
        return dispatch == null ? Optional.empty() : dispatch.outlook(new Key(namespace, name));
    }

    static boolean isOurs(AdmissionCheck check) {
        return check.getSpec() != null && CONTROLLER.equals(check.getSpec().controllerName());
    }

    /// The names of the clusters of a config; none when it says nothing.
    static List<String> clusters(MultiKueueConfig config) {
        return config.getSpec() == null ? List.of() : config.getSpec().clusters();
    }
}
