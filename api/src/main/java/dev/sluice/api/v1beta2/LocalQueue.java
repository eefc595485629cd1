package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// The door of a namespace to a ClusterQueue (A4).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("localqueues")
@ShortNames({"queue", "queues", "lq"})
public class LocalQueue extends CustomResource<LocalQueueSpec, LocalQueueStatus>
        implements Namespaced {
    @Override
    protected @Nullable LocalQueueSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable LocalQueueStatus initStatus() {
        return null;
    }
}
