package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// How a check asks an autoscaler for nodes (A12).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("provisioningrequestconfigs")
@ShortNames("prc")
public class ProvisioningRequestConfig extends CustomResource<ProvisioningRequestConfigSpec, Void> {
    @Override
    protected @Nullable ProvisioningRequestConfigSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable Void initStatus() {
        return null;
    }
}
