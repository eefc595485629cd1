package dev.sluice.controllers.pod;

import dev.sluice.api.name.Labels;
import dev.sluice.api.name.SchedulingGates;
import dev.sluice.api.v1beta2.PodSet;
import dev.sluice.controllers.job.PodSetInfo;
import dev.sluice.controllers.job.PodTemplates;
import dev.sluice.controllers.job.TopologyRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.util.Set;

/// A pod as the template of a pod set, and back (L3.17, L3.22). Pure.
final class PodTemplate {
    private PodTemplate() {}

    /// The pod set that this pod stands for.
    static PodSet podSet(String name, int count, Pod pod, boolean topologyAware) {
        return new PodSet(
                name,
                PodTemplates.forWorkload(new PodTemplateSpec(null, pod.getSpec()), Set.of()),
                count,
                null,
                topologyAware
                        ? TopologyRequests.of(template(pod), Labels.POD_GROUP_POD_INDEX)
                        : null);
    }

    /// The pod without our gates and with what the admission adds. Gates of others stay (FA8).
    static Pod started(Pod pod, PodSetInfo info) {
        PodTemplateSpec merged = info.mergedInto(template(pod));
        return new PodBuilder(pod)
                .withMetadata(merged.getMetadata())
                .withSpec(merged.getSpec())
                .editSpec()
                .withSchedulingGates(
                        merged.getSpec().getSchedulingGates().stream()
                                .filter(gate -> !gate.getName().equals(SchedulingGates.ADMISSION))
                                .filter(
                                        gate ->
                                                !gate.getName().equals(SchedulingGates.TOPOLOGY)
                                                        || info.schedulingGates().contains(gate))
                                .toList())
                .endSpec()
                .build();
    }

    private static PodTemplateSpec template(Pod pod) {
        return new PodTemplateSpec(pod.getMetadata(), pod.getSpec());
    }
}
