package dev.sluice.api.v1beta2;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;

/// Whether the check can be used.
///
/// @param conditions what is the case with the object, one entry for each type
@ApiRecord
public record AdmissionCheckStatus(List<Condition> conditions) {

    public AdmissionCheckStatus {
        conditions = Frozen.list(conditions);
    }
}
