package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/// Whether the cluster can be reached.
///
/// @param conditions what is the case with the object, one entry for each type
@ApiRecord
public record MultiKueueClusterStatus(List<Condition> conditions) {

    public MultiKueueClusterStatus {
        conditions = Frozen.list(conditions);
    }
}
