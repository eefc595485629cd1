package dev.sluice.controllers.serving;

import dev.sluice.api.config.Configuration;
import dev.sluice.api.config.Frameworks;
import dev.sluice.api.name.Annotations;
import dev.sluice.controllers.event.EventRecorder;
import dev.sluice.controllers.event.Happening;
import dev.sluice.controllers.job.JobWants;
import dev.sluice.controllers.job.Reach;
import dev.sluice.controllers.job.Told;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import dev.sluice.reconcile.Reconciler;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Tells at a Deployment what its gate does to its pods, which are queued one by one (L3.50, KEP-6915).
public final class DeploymentReconciler implements Reconciler {
    private static final int WORKERS = 2;
    private static final String REPORTER = Frameworks.DEPLOYMENT + "-kueue-controller";

    private final Configuration settings;
    private final EventRecorder events;
    private final Reach reach;
    private final Cache<Deployment> deployments;
    private final Told told = new Told();
    private final Map<Key, String> heldUids = new ConcurrentHashMap<>();

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public DeploymentReconciler(Cluster cluster, Configuration settings, EventRecorder events) {
        this.settings = settings;
        this.events = events;
        this.reach = new Reach(settings, cluster.cache(Namespace.class));
        this.deployments = cluster.cache(Deployment.class);
        cluster.loop("deployment-queue", WORKERS, this).onEach(deployments);
    }

    @Override
    public Outcome reconcile(Key key) {
        deployments
                .get(key)
                .ifPresentOrElse(deployment -> tell(key, deployment), () -> heldUids.remove(key));
        return Outcome.done();
    }

    private void tell(Key key, Deployment deployment) {
        JobWants wants = JobWants.of(deployment, settings.gates());
        String uid = deployment.getMetadata().getUid();
        if (!reach.covers(deployment, wants)) {
            return;
        }
        if (!wants.heldBy().isEmpty()) {
            heldUids.put(key, uid);
            once(deployment, "SchedulingGated", "Scheduling is gated by: " + wants.heldBy());
        } else if (uid.equals(heldUids.remove(key))) {
            once(
                    deployment,
                    "SchedulingGateCleared",
                    "Scheduling gate removed, its pods are queued");
        }
        if (!wants.gatedBy().isEmpty()) {
            once(
                    deployment,
                    "GateWithoutEffect",
                    "%s on a Deployment holds nothing: its pods are queued one by one. Maybe %s, which holds them all"
                            .formatted(
                                    Annotations.ADMISSION_GATED_BY,
                                    Annotations.SCHEDULING_GATED_BY));
        }
    }

    private void once(Deployment deployment, String reason, String note) {
        if (told.first(deployment.getMetadata().getUid() + " " + reason + " " + note)) {
            events.record(deployment, Happening.normal(REPORTER, reason, note));
        }
    }
}
