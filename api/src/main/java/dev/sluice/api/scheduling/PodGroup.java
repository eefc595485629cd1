package dev.sluice.api.scheduling;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// Pods that belong together; they name it in `spec.schedulingGroup.podGroupName` (S4.160).
@Group("scheduling.k8s.io")
@Version("v1beta1")
@Plural("podgroups")
public class PodGroup extends CustomResource<PodGroupSpec, PodGroupStatus> implements Namespaced {
    private static final long serialVersionUID = 1L;

    @Override
    protected @Nullable PodGroupSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable PodGroupStatus initStatus() {
        return null;
    }

    /// So many of its pods start together, or none; 0 when each may start alone.
    @JsonIgnore
    public int minCount() {
        PodGroupSpec.Gang gang = getSpec() == null ? null : getSpec().gang();
        return gang == null ? 0 : gang.minCount();
    }
}
