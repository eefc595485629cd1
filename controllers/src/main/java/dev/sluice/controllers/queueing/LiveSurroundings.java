package dev.sluice.controllers.queueing;

import dev.sluice.api.pod.LimitSummary;
import dev.sluice.api.pod.PodSpecs;
import dev.sluice.api.v1beta2.Workload;
import dev.sluice.model.Quantity;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// LimitRanges and RuntimeClasses, on which requests depend.
final class LiveSurroundings implements WorkloadEvents.Surroundings {
    private final Cluster cluster;
    private final Cache<LimitRange> limitRanges;
    private final Cache<RuntimeClass> runtimeClasses;

    LiveSurroundings(Cluster cluster) {
        this.cluster = cluster;
        this.limitRanges = cluster.cache(LimitRange.class);
        this.runtimeClasses = cluster.cache(RuntimeClass.class);
    }

    /// Tells of each Workload whose requests may be others now.
    void onChange(Consumer<Key> again) {
        Cache<Workload> workloads = cluster.cache(Workload.class);
        limitRanges.onChange(
                change ->
                        workloads.inNamespace(change.key().namespace()).stream()
                                .map(Key::of)
                                .forEach(again));
        runtimeClasses.onChange(_ -> workloads.all().stream().map(Key::of).forEach(again));
    }

    @Override
    public LimitSummary limits(String namespace) {
        List<LimitRange> ranges = List.copyOf(limitRanges.inNamespace(namespace));
        return ranges.isEmpty() ? LimitSummary.NONE : LimitSummary.of(ranges);
    }

    @Override
    public Map<String, Quantity> overhead(String runtimeClass) {
        Map<String, Quantity> overhead = new HashMap<>();
        runtimeClasses
                .get(Key.cluster(runtimeClass))
                .map(RuntimeClass::getOverhead)
                .map(found -> found.getPodFixed())
                .ifPresent(
                        fixed ->
                                fixed.forEach(
                                        (name, amount) ->
                                                overhead.put(name, PodSpecs.quantity(amount))));
        return overhead;
    }
}
