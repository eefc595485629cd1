package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// Access to another cluster (A11, 11.2).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("multikueueclusters")
@ShortNames("mkc")
public class MultiKueueCluster
        extends CustomResource<MultiKueueClusterSpec, MultiKueueClusterStatus> {
    @Override
    protected @Nullable MultiKueueClusterSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable MultiKueueClusterStatus initStatus() {
        return null;
    }
}
