package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules for resource groups and weights, which ClusterQueues and Cohorts share (A3, 3.1 and 3.2; A5).
///
/// @param parentField what limits need: `cohort` or `parent`
/// @param hasParent whether it is there
/// @param lendsOwnOnly whether no more may be lent than is owned
record QuotaRules(String parentField, boolean hasParent, boolean lendsOwnOnly) {
    private static final String NOT_NEGATIVE = "must be greater than or equal to 0";
    private static final Quantity LEAST_WEIGHT = Quantity.parse("1n");

    List<Complaint> groups(JsonNode groups, String path) {
        List<Complaint> complaints = new ArrayList<>();
        Set<String> resources = new HashSet<>();
        Set<String> flavors = new HashSet<>();
        for (int i = 0; i < groups.size(); i++) {
            group(groups.get(i), path + "[" + i + "]", resources, flavors, complaints);
        }
        return complaints;
    }

    private void group(
            JsonNode group,
            String path,
            Set<String> resources,
            Set<String> flavors,
            List<Complaint> complaints) {
        JsonNode covered = group.path("coveredResources");
        for (int i = 0; i < covered.size(); i++) {
            String field = path + ".coveredResources[" + i + "]";
            String name = covered.get(i).asText();
            Names.faultsOfKey(name).forEach(f -> complaints.add(Complaint.invalid(field, name, f)));
            if (!resources.add(name)) {
                complaints.add(Complaint.duplicate(field, covered.get(i)));
            }
        }
        JsonNode list = group.path("flavors");
        for (int i = 0; i < list.size(); i++) {
            String field = path + ".flavors[" + i + "]";
            quotas(list.get(i).path("resources"), covered, field, complaints);
            if (!flavors.add(list.get(i).path("name").asText())) {
                complaints.add(Complaint.duplicate(field + ".name", list.get(i).path("name")));
            }
        }
    }

    private void quotas(
            JsonNode quotas, JsonNode covered, String path, List<Complaint> complaints) {
        for (int i = 0; i < quotas.size(); i++) {
            JsonNode quota = quotas.get(i);
            String field = path + ".resources[" + i + "]";
            if (!quota.path("name").equals(covered.path(i))) {
                complaints.add(
                        Complaint.invalid(
                                field + ".name",
                                quota.path("name"),
                                "must match the name in coveredResources"));
            }
            Quantity nominal = quantity(quota.path("nominalQuota"));
            notNegative(nominal, field + ".nominalQuota", complaints);
            limit(quantity(quota.path("borrowingLimit")), field + ".borrowingLimit", complaints);
            Quantity lending = quantity(quota.path("lendingLimit"));
            limit(lending, field + ".lendingLimit", complaints);
            Quantity owned = nominal == null ? Quantity.ZERO : nominal;
            if (lendsOwnOnly && lending != null && lending.compareTo(owned) > 0) {
                complaints.add(
                        Complaint.invalid(
                                field + ".lendingLimit",
                                lending.toString(),
                                "must be less than or equal to the nominalQuota"));
            }
        }
    }

    private void limit(@Nullable Quantity limit, String field, List<Complaint> complaints) {
        if (limit == null) {
            return;
        }
        notNegative(limit, field, complaints);
        if (!hasParent) {
            complaints.add(
                    Complaint.invalid(
                            field,
                            limit.toString(),
                            "must be nil when " + parentField + " is empty"));
        }
    }

    private static void notNegative(
            @Nullable Quantity quantity, String field, List<Complaint> complaints) {
        if (quantity != null && quantity.signum() < 0) {
            complaints.add(Complaint.invalid(field, quantity.toString(), NOT_NEGATIVE));
        }
    }

    static List<Complaint> weight(JsonNode fairSharing, String path) {
        Quantity weight = quantity(fairSharing.path("weight"));
        if (weight == null || weight.signum() == 0) {
            return List.of();
        }
        if (weight.signum() < 0) {
            return List.of(Complaint.invalid(path, weight.toString(), NOT_NEGATIVE));
        }
        return weight.compareTo(LEAST_WEIGHT) > 0
                ? List.of()
                : List.of(
                        Complaint.invalid(
                                path, weight.toString(), "When not 0, weight must be > 10e-9"));
    }

    /// A quantity of JSON, where it may be a number too; null if it is absent.
    static @Nullable Quantity quantity(JsonNode value) {
        return value.isMissingNode() || value.isNull() ? null : Quantity.parse(value.asText());
    }
}
