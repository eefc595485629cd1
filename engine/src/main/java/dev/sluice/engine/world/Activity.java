package dev.sluice.engine.world;

import dev.sluice.engine.reason.QueueStatus;
import dev.sluice.engine.reason.QueueStatus.Inactive;
import dev.sluice.engine.reason.QueueStatus.Why;
import dev.sluice.engine.spec.AdmissionCheckSpec;
import dev.sluice.engine.spec.ClusterQueueSpec;
import dev.sluice.engine.spec.ResourceGroup;
import dev.sluice.engine.spec.StopPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Whether a ClusterQueue takes part in scheduling, and if not why (R3.28).
final class Activity {

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
        if (cyclic) {
            why.add(new Inactive(Why.COHORT_CYCLE, List.of()));
        }
        return new QueueStatus(List.copyOf(why));
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
