package dev.sluice.localcluster.volume;

import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;

/// Says of every PersistentVolumeClaim that it has what it asks for (H8, P2).
public final class ClaimBinder {
    private final Cluster cluster;
    private final Cache<PersistentVolumeClaim> claims;

    /// Registers the loop; it runs once the cluster starts.
    public ClaimBinder(Cluster cluster) {
        this.cluster = cluster;
        this.claims = cluster.cache(PersistentVolumeClaim.class);
        cluster.loop("claims", 1, this::reconcile).onEach(claims);
    }

    private Outcome reconcile(Key key) {
        claims.get(key).filter(ClaimBinder::waits).ifPresent(this::bind);
        return Outcome.done();
    }

    private static boolean waits(PersistentVolumeClaim claim) {
        return claim.getMetadata().getDeletionTimestamp() == null
                && (claim.getStatus() == null || !"Bound".equals(claim.getStatus().getPhase()));
    }

    private void bind(PersistentVolumeClaim claim) {
        cluster.updateStatus(
                new PersistentVolumeClaimBuilder(claim)
                        .editOrNewStatus()
                        .withPhase("Bound")
                        .withAccessModes(claim.getSpec().getAccessModes())
                        .withCapacity(claim.getSpec().getResources().getRequests())
                        .endStatus()
                        .build());
    }
}
