package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// An inner node of the quota tree (A5).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("cohorts")
@ShortNames("co")
public class Cohort extends CustomResource<CohortSpec, CohortStatus> {
    @Override
    protected @Nullable CohortSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable CohortStatus initStatus() {
        return null;
    }
}
