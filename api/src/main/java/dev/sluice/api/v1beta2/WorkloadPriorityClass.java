package dev.sluice.api.v1beta2;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/// A named priority of workloads, apart from the priority of their pods (A8).
@Group(Kueue.GROUP)
@Version(Kueue.VERSION)
@Plural("workloadpriorityclasses")
@ShortNames("wpc")
@JsonInclude(JsonInclude.Include.NON_NULL)
public class WorkloadPriorityClass extends CustomResource<Void, Void> {
    private @Nullable Integer value;
    private @Nullable String description;

    @Override
    protected @Nullable Void initSpec() {
        return null;
    }

    @Override
    protected @Nullable Void initStatus() {
        return null;
    }

    /// The priority.
    public @Nullable Integer getValue() {
        return value;
    }

    /// Sets the priority.
    public void setValue(@Nullable Integer value) {
        this.value = value;
    }

    /// What the class is for.
    public @Nullable String getDescription() {
        return description;
    }

    /// Says what the class is for.
    public void setDescription(@Nullable String description) {
        this.description = description;
    }
}
