package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A pool of quota with rules for who may use it (A3).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("clusterqueues")
@ShortNames("cq")
public class ClusterQueue extends CustomResource<ClusterQueueSpec, ClusterQueueStatus> {
    @Override
    protected @Nullable ClusterQueueSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable ClusterQueueStatus initStatus() {
        return null;
    }
}
