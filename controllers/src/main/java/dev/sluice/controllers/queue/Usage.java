package dev.sluice.controllers.queue;

import dev.sluice.api.pod.PodSpecs;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.FlavorQuotas;
import dev.sluice.api.v1beta2.FlavorUsage;
import dev.sluice.api.v1beta2.LocalQueueFlavorUsage;
import dev.sluice.api.v1beta2.LocalQueueResourceUsage;
import dev.sluice.api.v1beta2.ResourceQuota;
import dev.sluice.api.v1beta2.ResourceUsage;
import dev.sluice.controllers.queueing.Admissions;
import dev.sluice.model.Amounts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Usage as the status of a queue shows it: every flavor and resource of the ClusterQueue, also those that nobody uses
/// (A3.7).
final class Usage {
    private Usage() {}

    /// @param used amounts by flavor and resource, in canonical units
    static List<FlavorUsage> ofClusterQueue(
            ClusterQueueSpec spec, Map<String, Map<String, Long>> used) {
        return flavors(spec)
                .map(
                        flavor ->
                                new FlavorUsage(
                                        flavor.name(),
                                        resources(flavor)
                                                .map(quota -> usage(flavor, quota, used))
                                                .toList()))
                .toList();
    }

    private static ResourceUsage usage(
            FlavorQuotas flavor, ResourceQuota quota, Map<String, Map<String, Long>> used) {
        long total = amount(flavor, quota, used);
        long nominal =
                quota.nominalQuota() == null
                        ? 0
                        : Amounts.ofQuota(quota.name(), PodSpecs.quantity(quota.nominalQuota()));
        return new ResourceUsage(
                quota.name(),
                Admissions.quantity(quota.name(), total),
                Admissions.quantity(quota.name(), Math.max(0, total - nominal)));
    }

    /// @param used amounts by flavor and resource, in canonical units
    static List<LocalQueueFlavorUsage> ofLocalQueue(
            ClusterQueueSpec spec, Map<String, Map<String, Long>> used) {
        return flavors(spec)
                .map(
                        flavor ->
                                new LocalQueueFlavorUsage(
                                        flavor.name(),
                                        resources(flavor)
                                                .map(
                                                        quota ->
                                                                new LocalQueueResourceUsage(
                                                                        quota.name(),
                                                                        Admissions.quantity(
                                                                                quota.name(),
                                                                                amount(
                                                                                        flavor,
                                                                                        quota,
                                                                                        used))))
                                                .toList()))
                .toList();
    }

    private static Stream<FlavorQuotas> flavors(ClusterQueueSpec spec) {
        return spec.resourceGroups().stream().flatMap(group -> group.flavors().stream());
    }

    private static Stream<ResourceQuota> resources(FlavorQuotas flavor) {
        return flavor.resources().stream().sorted(Comparator.comparing(ResourceQuota::name));
    }

    private static long amount(
            FlavorQuotas flavor, ResourceQuota quota, Map<String, Map<String, Long>> used) {
        return used.getOrDefault(flavor.name(), Map.of()).getOrDefault(quota.name(), 0L);
    }
}
