package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A kind of nodes that quota can be for (A6).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("resourceflavors")
@ShortNames({"flavor", "flavors", "rf"})
public class ResourceFlavor extends CustomResource<ResourceFlavorSpec, Void> {
    @Override
    protected @Nullable ResourceFlavorSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable Void initStatus() {
        return null;
    }
}
