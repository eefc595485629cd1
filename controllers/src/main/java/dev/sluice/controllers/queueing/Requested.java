package dev.sluice.controllers.queueing;

import dev.sluice.api.v1beta2.PodSetRequest;
import dev.sluice.engine.spec.PodSetSpec;
import dev.sluice.engine.spec.WorkloadSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What `status.resourceRequests` says: the total of each pod set, as the engine counts it (R4.19).
final class Requested {
    private Requested() {}

    static List<PodSetRequest> of(WorkloadSpec spec) {
        return spec.podSets().stream().map(Requested::of).toList();
    }

    private static PodSetRequest of(PodSetSpec podSet) {
        Map<String, Quantity> totals = new TreeMap<>();
        podSet.requestsPerPod()
                .forEach(
                        (resource, amount) ->
                                totals.put(
                                        resource,
                                        Admissions.quantity(resource, amount * podSet.count())));
        return new PodSetRequest(podSet.name(), totals);
    }
}
