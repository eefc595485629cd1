package dev.sluice.controllers.workload;

import dev.sluice.api.v1beta2.Workload;
import dev.sluice.api.v1beta2.WorkloadPriorityClass;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.client.KubernetesClientException;

/// Carries a changed value of a WorkloadPriorityClass to the unfinished Workloads that have their priority from it
/// (L1.67). A deleted class changes nothing (L4.20).
public final class PriorityClassReconciler implements Reconciler {
    private final Cache<WorkloadPriorityClass> classes;
    private final WorkloadIndexes indexes;
    private final WorkloadWriter writer;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public PriorityClassReconciler(
            Cluster cluster, WorkloadIndexes indexes, WorkloadWriter writer) {
        this.classes = cluster.cache(WorkloadPriorityClass.class);
        this.indexes = indexes;
        this.writer = writer;
        cluster.loop("workload-priority-class", 1, this).onEach(classes);
    }

    @Override
    public Outcome reconcile(Key key) {
        WorkloadPriorityClass found = classes.get(key).orElse(null);
        if (found == null) {
            return Outcome.done();
        }
        int value = found.getValue() == null ? 0 : found.getValue();
        KubernetesClientException failed = null;
        for (Workload workload : indexes.prioritisedBy(key.name())) {
            try {
                prioritise(workload, value);
            } catch (KubernetesClientException refused) {
                // the others are not to wait for this one
                failed = refused;
            }
        }
        if (failed != null) {
            throw failed;
        }
        return Outcome.done();
    }

    private void prioritise(Workload workload, int value) {
        if (!Facts.finished(workload)) {
            writer.spec(
                    Key.of(workload),
                    newest ->
                            Facts.finished(newest) ? null : Facts.spec(newest).withPriority(value));
        }
    }
}
