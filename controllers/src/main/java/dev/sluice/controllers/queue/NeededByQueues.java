package dev.sluice.controllers.queue;

import dev.sluice.api.v1beta2.AdmissionCheck;
import dev.sluice.api.v1beta2.AdmissionCheckStrategyRule;
import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.ClusterQueueSpec;
import dev.sluice.api.v1beta2.ResourceFlavor;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Change;
import dev.sluice.reconcile.Cluster;
import dev.sluice.reconcile.Key;
import dev.sluice.reconcile.Outcome;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Keeps ResourceFlavors and AdmissionChecks that are deleted as long as a ClusterQueue names them (L4.2).
public final class NeededByQueues {
    private final Cluster cluster;

    /// Adds what it watches to the cluster; it runs once the cluster starts.
    public NeededByQueues(Cluster cluster) {
        this.cluster = cluster;
        guard(ResourceFlavor.class, "resource-flavor", NeededByQueues::flavors);
        guard(AdmissionCheck.class, "admission-check", NeededByQueues::checks);
    }

    private <T extends HasMetadata> void guard(
            Class<T> kind, String name, Function<ClusterQueueSpec, List<String>> named) {
        Cache<T> objects = cluster.cache(kind);
        Cache<ClusterQueue> queues = cluster.cache(ClusterQueue.class);
        queues.index(name, queue -> names(queue, named));
        cluster.loop(
                        name,
                        1,
                        key -> {
                            objects.get(key)
                                    .ifPresent(
                                            object ->
                                                    InUse.guard(
                                                            cluster,
                                                            object,
                                                            !queues.by(name, key.name())
                                                                    .isEmpty()));
                            return Outcome.done();
                        })
                .onEach(objects)
                .on(queues, change -> dropped(change, named));
    }

    /// Names that a queue had and has no more.
    private static List<Key> dropped(
            Change<ClusterQueue> change, Function<ClusterQueueSpec, List<String>> named) {
        Set<String> before = new LinkedHashSet<>(names(change.before(), named));
        names(change.after(), named).forEach(before::remove);
        return before.stream().map(Key::cluster).toList();
    }

    private static List<String> names(
            @Nullable ClusterQueue queue, Function<ClusterQueueSpec, List<String>> named) {
        return queue == null || queue.getSpec() == null ? List.of() : named.apply(queue.getSpec());
    }

    private static List<String> flavors(ClusterQueueSpec spec) {
        return spec.resourceGroups().stream()
                .flatMap(group -> group.flavors().stream())
                .map(flavor -> flavor.name())
                .distinct()
                .toList();
    }

    private static List<String> checks(ClusterQueueSpec spec) {
        return spec.admissionChecksStrategy() == null
                ? List.of()
                : spec.admissionChecksStrategy().admissionChecks().stream()
                        .map(AdmissionCheckStrategyRule::name)
                        .distinct()
                        .toList();
    }
}
