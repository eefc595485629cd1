package dev.sluice.api.v1beta2;

import java.util.List;

/// Resources that are assigned together, with the flavors that offer them in the order in which they are tried (A3, 3.2).
///
/// @param coveredResources names of the resources
/// @param flavors the flavors, most preferred first
@ApiRecord
public record ResourceGroup(List<String> coveredResources, List<FlavorQuotas> flavors) {

    public ResourceGroup {
        coveredResources = Frozen.list(coveredResources);
        flavors = Frozen.list(flavors);
    }
}
