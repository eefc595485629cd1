package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// The clusters that a check may send workloads to (A11, 11.1).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("multikueueconfigs")
@ShortNames("mkconf")
public class MultiKueueConfig extends CustomResource<MultiKueueConfigSpec, Void> {
    @Override
    protected @Nullable MultiKueueConfigSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable Void initStatus() {
        return null;
    }
}
