package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A condition outside of quota that a workload has to meet (A9).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("admissionchecks")
@ShortNames("ac")
public class AdmissionCheck extends CustomResource<AdmissionCheckSpec, AdmissionCheckStatus> {
    @Override
    protected @Nullable AdmissionCheckSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable AdmissionCheckStatus initStatus() {
        return null;
    }
}
