package dev.sluice.engine.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Resources that are always served by one flavor together, and the flavors in the order in which they are tried.
///
/// @param coveredResources names of the resources
/// @param quotasByFlavor per flavor the quotas by resource, in order of preference
public record ResourceGroup(
        List<String> coveredResources, SequencedMap<String, Map<String, Quota>> quotasByFlavor) {

    public ResourceGroup {
        coveredResources = List.copyOf(coveredResources);
        quotasByFlavor = new LinkedHashMap<>(quotasByFlavor);
    }
}
