package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A job as the queues see it: what it asks for, and how far it has come (A7).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("workloads")
@ShortNames({"kwl", "kueueworkload", "kueueworkloads"})
public class Workload extends CustomResource<WorkloadSpec, WorkloadStatus> implements Namespaced {
    @Override
    protected @Nullable WorkloadSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable WorkloadStatus initStatus() {
        return null;
    }
}
