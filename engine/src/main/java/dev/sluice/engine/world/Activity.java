package dev.sluice.engine.world;

import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.reason.QueueStatus.Inactive;
import dev.sluice.engine.reason.QueueStatus.Why;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// Whether a ClusterQueue takes part in scheduling, and if not why (R3.28).
final class Activity {

    private static final String MULTIKUEUE = "kueue.x-k8s.io/multikueue";
    private static final String PROVISIONING = "kueue.x-k8s.io/provisioning-request";

    private Activity() {}

    static QueueStatus of(ClusterQueueSpec spec, boolean cyclic, Catalog catalog) {
        if (spec.terminating()) {
            return new QueueStatus(List.of(new Inactive(Why.TERMINATING, List.of())));
        }
        List<Inactive> why = new ArrayList<>(0);
        if (spec.stopPolicy() != StopPolicy.NONE) {
            why.add(new Inactive(Why.STOPPED, List.of()));
        }
        addIfAny(why, Why.FLAVOR_NOT_FOUND, missingFlavors(spec, catalog));
        SortedSet<String> missing = new TreeSet<>();
        SortedSet<String> inactive = new TreeSet<>();
        for (String name : spec.admissionChecks().keySet()) {
            AdmissionCheckSpec check = catalog.check(name);
            if (check == null) {
                missing.add(name);
            } else if (!check.active()) {
                inactive.add(name);
            }
        }
        addIfAny(why, Why.ADMISSION_CHECK_NOT_FOUND, missing);
        addIfAny(why, Why.ADMISSION_CHECK_INACTIVE, inactive);
        severalClusters(why, spec, catalog);
        if (cyclic) {
            why.add(new Inactive(Why.COHORT_CYCLE, List.of()));
        }
        return new QueueStatus(List.copyOf(why));
    }

    /// Sending a workload to another cluster is one decision for all of it, and needs no nodes here (A3.9, rows 5 to 7).
    private static void severalClusters(
            List<Inactive> why, ClusterQueueSpec spec, Catalog catalog) {
        SortedSet<String> sending = checksOf(MULTIKUEUE, spec, catalog);
        if (sending.size() > 1) {
            addIfAny(why, Why.MULTIPLE_MULTIKUEUE_CHECKS, sending);
        }
        Set<String> all = new HashSet<>();
        spec.resourceGroups().forEach(group -> all.addAll(group.quotasByFlavor().keySet()));
        SortedSet<String> inPart = new TreeSet<>(sending);
        inPart.removeIf(
                check -> {
                    Set<String> flavors = spec.admissionChecks().getOrDefault(check, Set.of());
                    return flavors.isEmpty() || flavors.containsAll(all);
                });
        addIfAny(why, Why.MULTIKUEUE_CHECK_PER_FLAVOR, inPart);
        SortedSet<String> provisioning = checksOf(PROVISIONING, spec, catalog);
        if (!sending.isEmpty() && !provisioning.isEmpty()) {
            List<String> both = new ArrayList<>(sending);
            both.addAll(provisioning);
            why.add(new Inactive(Why.MULTIKUEUE_WITH_PROVISIONING, List.copyOf(both)));
        }
    }

    private static SortedSet<String> checksOf(
            String controller, ClusterQueueSpec spec, Catalog catalog) {
        SortedSet<String> names = new TreeSet<>();
        for (String name : spec.admissionChecks().keySet()) {
            AdmissionCheckSpec check = catalog.check(name);
            if (check != null && check.controllerName().equals(controller)) {
                names.add(name);
            }
        }
        return names;
    }

    private static SortedSet<String> missingFlavors(ClusterQueueSpec spec, Catalog catalog) {
        SortedSet<String> missing = new TreeSet<>();
        for (ResourceGroup group : spec.resourceGroups()) {
            for (String flavor : group.quotasByFlavor().keySet()) {
                if (catalog.flavor(flavor) == null) {
                    missing.add(flavor);
                }
            }
        }
        return missing;
    }

    private static void addIfAny(List<Inactive> why, Why kind, SortedSet<String> names) {
        if (!names.isEmpty()) {
            why.add(new Inactive(kind, List.copyOf(names)));
        }
    }
}
