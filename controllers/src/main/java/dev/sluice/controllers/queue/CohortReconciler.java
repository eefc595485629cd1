package dev.sluice.controllers.queue;

import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.CohortStatus;
import dev.sluice.api.v1beta2.FairSharingStatus;
import dev.sluice.controllers.queueing.QueueReports;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Loop;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import java.time.Duration;
import java.util.Objects;

/// Writes the share of Cohorts, if shares are reported, and removes it if not (L4.16).
public final class CohortReconciler implements Reconciler {
    private final Cluster cluster;
    private final Cache<Cohort> cohorts;
    private final QueueReports reports;
    private final boolean fairSharing;
    private final Pacer pacer;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    ///
    /// @param gap how long at least between two writes
    /// @param fairSharing shares are reported
    public CohortReconciler(
            Cluster cluster, QueueReports reports, Duration gap, boolean fairSharing) {
        this.cluster = cluster;
        this.cohorts = cluster.cache(Cohort.class);
        this.reports = reports;
        this.fairSharing = fairSharing;
        Loop loop = cluster.loop("cohort", 1, this);
        this.pacer = new Pacer(cluster.clock(), gap, loop::enqueue);
        reports.onCohort(pacer::signal);
        loop.onEach(cohorts);
    }

    @Override
    public Outcome reconcile(Key key) {
        Cohort cohort = cohorts.get(key).orElse(null);
        if (cohort == null) {
            pacer.forget(key);
            return Outcome.done();
        }
        FairSharingStatus present =
                cohort.getStatus() == null ? null : cohort.getStatus().fairSharing();
        FairSharingStatus wanted =
                fairSharing ? new FairSharingStatus(reports.cohortShare(key.name())) : null;
        if (cohort.getStatus() == null || !Objects.equals(present, wanted)) {
            Cohort changed = new Cohort();
            changed.setMetadata(cohort.getMetadata());
            changed.setSpec(cohort.getSpec());
            changed.setStatus(new CohortStatus(wanted));
            cluster.updateStatus(changed);
        }
        return Outcome.done();
    }
}
