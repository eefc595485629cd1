package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// How the nodes of a flavor are grouped (A10).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("topologies")
@ShortNames("topo")
public class Topology extends CustomResource<TopologySpec, Void> {
    @Override
    protected @Nullable TopologySpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable Void initStatus() {
        return null;
    }
}
