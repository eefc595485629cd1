package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rules for Cohorts (A5). A cohort may lend more than it owns itself.
public final class CohortRules implements Rules {
    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        JsonNode spec = object.path("spec");
        QuotaRules quotas =
                new QuotaRules("parent", !spec.path("parentName").asText().isEmpty(), false);
        List<Complaint> complaints =
                new ArrayList<>(quotas.groups(spec.path("resourceGroups"), "spec.resourceGroups"));
        complaints.addAll(QuotaRules.weight(spec.path("fairSharing"), "spec.fairSharing"));
        return complaints;
    }
}
