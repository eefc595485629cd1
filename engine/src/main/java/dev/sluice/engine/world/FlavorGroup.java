package dev.sluice.engine.world;

import dev.sluice.engine.quota.NameIndex;
import dev.sluice.engine.spec.ResourceGroup;
import java.util.ArrayList;
import java.util.List;

/// A resource group of a ClusterQueue by numbers: its resources, and its flavors in order of preference (R2.1).
public final class FlavorGroup {

    private final int[] resources;
    private final int[] flavors;
    private final String[] flavorNames;

    /// By index of flavor and of resource.
    private final int[][] pairs;

    FlavorGroup(ResourceGroup spec, NameIndex names) {
        resources = new int[spec.coveredResources().size()];
        for (int i = 0; i < resources.length; i++) {
            resources[i] = names.resource(spec.coveredResources().get(i));
        }
        List<String> inOrder = new ArrayList<>(spec.quotasByFlavor().keySet());
        flavorNames = inOrder.toArray(String[]::new);
        flavors = new int[flavorNames.length];
        pairs = new int[flavorNames.length][resources.length];
        for (int f = 0; f < flavors.length; f++) {
            flavors[f] = names.flavor(flavorNames[f]);
            for (int r = 0; r < resources.length; r++) {
                pairs[f][r] = names.pair(flavors[f], resources[r]);
            }
        }
    }

    public int flavorCount() {
        return flavors.length;
    }

    public int flavor(int index) {
        return flavors[index];
    }

    public String flavorName(int index) {
        return flavorNames[index];
    }

    /// Whether the group covers a resource.
    public boolean covers(int resource) {
        return indexOf(resource) >= 0;
    }

    /// The pair of a flavor (by index) and a covered resource.
    public int pair(int flavorIndex, int resource) {
        return pairs[flavorIndex][indexOf(resource)];
    }

    private int indexOf(int resource) {
        for (int i = 0; i < resources.length; i++) {
            if (resources[i] == resource) {
                return i;
            }
        }
        return -1;
    }
}
