package dev.sluice.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.api.feature.FeatureGate;
import dev.sluice.api.feature.FeatureGates;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rules for ClusterQueues (A3).
public final class ClusterQueueRules implements Rules {
    private static final int FLAVORS_MAX = 256;
    private static final int RESOURCES_MAX = 256;
    private static final int QUOTAS_OF_GROUP_MAX = 512;
    private static final int FLAVORS_FOR_CONCURRENT_ADMISSION_MAX = 16;

    private final FeatureGates gates;

    public ClusterQueueRules(FeatureGates gates) {
        this.gates = gates;
    }

    @Override
    public List<Complaint> check(JsonNode object, @Nullable JsonNode old) {
        JsonNode spec = object.path("spec");
        QuotaRules quotas =
                new QuotaRules("cohort", !spec.path("cohortName").asText().isEmpty(), true);
        List<Complaint> complaints = new ArrayList<>();
        complaints.addAll(totals(spec.path("resourceGroups")));
        complaints.addAll(quotas.groups(spec.path("resourceGroups"), "spec.resourceGroups"));
        complaints.addAll(
                SelectorRules.check(spec.path("namespaceSelector"), "spec.namespaceSelector"));
        complaints.addAll(fungibility(spec.path("flavorFungibility")));
        complaints.addAll(preemption(spec.path("preemption")));
        complaints.addAll(QuotaRules.weight(spec.path("fairSharing"), "spec.fairSharing"));
        complaints.addAll(checks(spec, old == null ? null : old.path("spec")));
        complaints.addAll(concurrentAdmission(spec, old == null ? null : old.path("spec")));
        return complaints;
    }

    /// How much one queue may list (A3, 3.1).
    private static List<Complaint> totals(JsonNode groups) {
        List<Complaint> complaints = new ArrayList<>();
        int flavors = 0;
        int resources = 0;
        for (int i = 0; i < groups.size(); i++) {
            JsonNode group = groups.get(i);
            flavors += group.path("flavors").size();
            resources += group.path("coveredResources").size();
            int quotas = 0;
            for (JsonNode flavor : group.path("flavors")) {
                quotas += flavor.path("resources").size();
            }
            if (quotas > QUOTAS_OF_GROUP_MAX) {
                complaints.add(
                        Complaint.tooMany(
                                "spec.resourceGroups[" + i + "].flavors",
                                quotas,
                                QUOTAS_OF_GROUP_MAX));
            }
        }
        if (flavors > FLAVORS_MAX) {
            complaints.add(Complaint.tooMany("spec.resourceGroups", flavors, FLAVORS_MAX));
        }
        if (resources > RESOURCES_MAX) {
            complaints.add(Complaint.tooMany("spec.resourceGroups", resources, RESOURCES_MAX));
        }
        return complaints;
    }

    /// A3.3
    private static List<Complaint> fungibility(JsonNode fungibility) {
        String preference = fungibility.path("preference").asText();
        boolean both =
                fungibility.path("whenCanBorrow").asText().equals("TryNextFlavor")
                        && fungibility
                                .path("whenCanPreempt")
                                .asText("TryNextFlavor")
                                .equals("TryNextFlavor");
        return preference.isEmpty() || both
                ? List.of()
                : List.of(
                        Complaint.invalid(
                                "spec.flavorFungibility.preference",
                                preference,
                                "preference \"%s\" requires both whenCanBorrow and whenCanPreempt to be TryNextFlavor"
                                        .formatted(preference)));
    }

    /// A3.4
    private static List<Complaint> preemption(JsonNode preemption) {
        boolean reclaims = !preemption.path("reclaimWithinCohort").asText("Never").equals("Never");
        boolean borrows =
                !preemption.at("/borrowWithinCohort/policy").asText("Never").equals("Never");
        return borrows && !reclaims
                ? List.of(
                        Complaint.invalid(
                                "spec.preemption",
                                preemption,
                                "reclaimWithinCohort=Never and borrowWithinCohort.Policy!=Never"))
                : List.of();
    }

    /// A3.5, A3.6
    private List<Complaint> checks(JsonNode spec, @Nullable JsonNode old) {
        List<String> flavors = List.copyOf(flavors(spec));
        JsonNode checks = spec.at("/admissionChecksStrategy/admissionChecks");
        boolean lenient =
                old != null
                        && !gates.isOn(FeatureGate.REJECT_UPDATES_TO_CQ_WITH_INVALID_ON_FLAVORS)
                        && flavors(old).equals(flavors(spec));
        List<Complaint> complaints = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            if (lenient && isAsBefore(checks.get(i), Objects.requireNonNull(old))) {
                continue;
            }
            JsonNode onFlavors = checks.get(i).path("onFlavors");
            for (int j = 0; j < onFlavors.size(); j++) {
                if (!flavors.contains(onFlavors.get(j).asText())) {
                    complaints.add(
                            Complaint.unsupported(
                                    "spec.admissionChecksStrategy.admissionChecks[%d].onFlavors[%d]"
                                            .formatted(i, j),
                                    onFlavors.get(j).asText(),
                                    flavors));
                }
            }
        }
        return complaints;
    }

    private static boolean isAsBefore(JsonNode check, JsonNode old) {
        for (JsonNode before : old.at("/admissionChecksStrategy/admissionChecks")) {
            if (before.path("name").equals(check.path("name"))) {
                return texts(before.path("onFlavors")).equals(texts(check.path("onFlavors")));
            }
        }
        return false;
    }

    private static Set<String> texts(JsonNode list) {
        Set<String> texts = new LinkedHashSet<>();
        list.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Set<String> flavors(JsonNode spec) {
        Set<String> names = new LinkedHashSet<>();
        spec.path("resourceGroups")
                .forEach(g -> g.path("flavors").forEach(f -> names.add(f.path("name").asText())));
        return names;
    }

    /// A3.7, A3.8
    private List<Complaint> concurrentAdmission(JsonNode spec, @Nullable JsonNode old) {
        String path = "spec.concurrentAdmissionPolicy";
        JsonNode policy = spec.path("concurrentAdmissionPolicy");
        List<Complaint> complaints = new ArrayList<>();
        if (old != null && !old.path("concurrentAdmissionPolicy").equals(policy)) {
            complaints.add(Complaint.immutable(path, policy));
        }
        if (policy.isMissingNode() || !gates.isOn(FeatureGate.CONCURRENT_ADMISSION)) {
            return complaints;
        }
        int groups = spec.path("resourceGroups").size();
        if (groups != 1) {
            complaints.add(
                    Complaint.invalid(
                            "spec.resourceGroups",
                            groups,
                            "must be exactly one with a policy of concurrent admission"));
        }
        Set<String> flavors = flavors(spec);
        if (flavors.size() > FLAVORS_FOR_CONCURRENT_ADMISSION_MAX) {
            complaints.add(
                    Complaint.tooMany(
                            "spec.resourceGroups[0].flavors",
                            flavors.size(),
                            FLAVORS_FOR_CONCURRENT_ADMISSION_MAX));
        }
        if (spec.path("queueingStrategy").asText().equals("StrictFIFO")) {
            complaints.add(
                    Complaint.invalid(
                            "spec.queueingStrategy",
                            "StrictFIFO",
                            "must not be StrictFIFO with a policy of concurrent admission"));
        }
        JsonNode constraints = policy.at("/migration/constraints");
        if (!constraints.isMissingNode()
                && !policy.at("/migration/mode").asText().equals("TryPreferredFlavors")) {
            complaints.add(
                    Complaint.forbidden(
                            path + ".migration.constraints", "only with mode TryPreferredFlavors"));
        }
        String last = constraints.path("lastAcceptableFlavorName").asText();
        if (!last.isEmpty() && !flavors.contains(last)) {
            complaints.add(
                    Complaint.unsupported(
                            path + ".migration.constraints.lastAcceptableFlavorName",
                            last,
                            List.copyOf(flavors)));
        }
        return complaints;
    }
}
