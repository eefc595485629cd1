package dev.sluice.controllers.metrics;

import dev.sluice.api.v1beta2.ClusterQueue;
import dev.sluice.api.v1beta2.Cohort;
import dev.sluice.api.v1beta2.FlavorQuotas;
import dev.sluice.api.v1beta2.ResourceGroup;
import dev.sluice.api.v1beta2.ResourceQuota;
import dev.sluice.reconcile.Cache;
import dev.sluice.reconcile.Key;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// ClusterQueues and cohorts as their specs connect them at the moment. A cohort is there when it has an object or when
/// somebody names it.
final class QuotaTree {
    private final Map<String, String> parentByCohort = new TreeMap<>();
    private final Map<String, String> cohortByQueue = new TreeMap<>();
    private final Map<String, List<String>> cohortsBelow = new HashMap<>();
    private final Map<String, List<String>> queuesBelow = new HashMap<>();
    private final Map<String, List<ResourceGroup>> groupsByCohort = new HashMap<>();
    private final Map<String, List<ResourceGroup>> groupsByQueue = new HashMap<>();
    private final Set<String> cohorts = new TreeSet<>();

    /// A flavor's resource.
    record Pair(String flavor, String resource) {}

    QuotaTree(Collection<ClusterQueue> queues, Collection<Cohort> objects) {
        for (Cohort object : objects) {
            String name = object.getMetadata().getName();
            var spec = object.getSpec();
            cohorts.add(name);
            groupsByCohort.put(name, spec == null ? List.of() : spec.resourceGroups());
            String parent = spec == null ? null : spec.parentName();
            if (parent != null && !parent.isEmpty()) {
                cohorts.add(parent);
                parentByCohort.put(name, parent);
                cohortsBelow.computeIfAbsent(parent, _ -> new ArrayList<>()).add(name);
            }
        }
        for (ClusterQueue queue : queues) {
            String name = queue.getMetadata().getName();
            var spec = queue.getSpec();
            groupsByQueue.put(name, spec == null ? List.of() : spec.resourceGroups());
            String cohort = spec == null ? null : spec.cohortName();
            if (cohort != null && !cohort.isEmpty()) {
                cohorts.add(cohort);
                cohortByQueue.put(name, cohort);
                queuesBelow.computeIfAbsent(cohort, _ -> new ArrayList<>()).add(name);
            }
        }
    }

    static QuotaTree of(Cache<ClusterQueue> queues, Cache<Cohort> cohorts) {
        return new QuotaTree(queues.all(), cohorts.all());
    }

    /// The cohorts above a ClusterQueue, the nearest first; each once, also in a cycle.
    static List<String> above(
            Cache<ClusterQueue> queues, Cache<Cohort> cohorts, String clusterQueue) {
        Set<String> above = new LinkedHashSet<>();
        String next =
                queues.get(Key.cluster(clusterQueue))
                        .map(ClusterQueue::getSpec)
                        .map(spec -> spec.cohortName())
                        .orElse("");
        while (!next.isEmpty() && above.add(next)) {
            next =
                    cohorts.get(Key.cluster(next))
                            .map(Cohort::getSpec)
                            .map(spec -> spec.parentName())
                            .orElse("");
        }
        return List.copyOf(above);
    }

    Set<String> cohorts() {
        return cohorts;
    }

    String parent(String cohort) {
        return parentByCohort.getOrDefault(cohort, "");
    }

    String cohortOf(String queue) {
        return cohortByQueue.getOrDefault(queue, "");
    }

    /// The cohort at the top of the tree; itself if nothing is above it, or if the way up leads in a circle.
    String root(String cohort) {
        String at = cohort;
        for (int steps = 0; steps <= cohorts.size(); steps++) {
            String up = parent(at);
            if (up.isEmpty()) {
                return at;
            }
            at = up;
        }
        return cohort;
    }

    /// ClusterQueues anywhere below a cohort.
    Set<String> queuesBelow(String cohort) {
        Set<String> seen = new LinkedHashSet<>();
        Set<String> queues = new TreeSet<>();
        List<String> open = new ArrayList<>(List.of(cohort));
        while (!open.isEmpty()) {
            String next = open.removeLast();
            if (seen.add(next)) {
                queues.addAll(queuesBelow.getOrDefault(next, List.of()));
                open.addAll(cohortsBelow.getOrDefault(next, List.of()));
            }
        }
        return queues;
    }

    /// What a cohort owns, and what is lent to it from below (R1.2).
    Map<Pair, Double> subtreeQuota(String cohort) {
        return subtreeQuota(cohort, new LinkedHashSet<>());
    }

    private Map<Pair, Double> subtreeQuota(String cohort, Set<String> way) {
        Map<Pair, Double> sums = new HashMap<>();
        if (!way.add(cohort)) {
            return sums;
        }
        each(groupsByCohort.get(cohort), (pair, quota) -> add(sums, pair, amount(quota)));
        for (String queue : queuesBelow.getOrDefault(cohort, List.of())) {
            each(
                    groupsByQueue.get(queue),
                    (pair, quota) -> add(sums, pair, Math.min(amount(quota), lent(quota))));
        }
        for (String below : cohortsBelow.getOrDefault(cohort, List.of())) {
            Map<Pair, Double> limits = new HashMap<>();
            each(groupsByCohort.get(below), (pair, quota) -> limits.put(pair, lent(quota)));
            subtreeQuota(below, way)
                    .forEach(
                            (pair, amount) ->
                                    add(
                                            sums,
                                            pair,
                                            Math.min(
                                                    amount,
                                                    limits.getOrDefault(
                                                            pair, Double.POSITIVE_INFINITY))));
        }
        way.remove(cohort);
        return sums;
    }

    private static void add(Map<Pair, Double> sums, Pair pair, double amount) {
        sums.merge(pair, amount, Double::sum);
    }

    private static double amount(ResourceQuota quota) {
        return amount(quota.nominalQuota(), 0);
    }

    private static double lent(ResourceQuota quota) {
        return amount(quota.lendingLimit(), Double.POSITIVE_INFINITY);
    }

    static double amount(@Nullable Quantity quantity, double otherwise) {
        return quantity == null ? otherwise : quantity.getNumericalAmount().doubleValue();
    }

    /// Every quota of some resource groups.
    static void each(@Nullable List<ResourceGroup> groups, BiConsumer<Pair, ResourceQuota> action) {
        for (ResourceGroup group : groups == null ? List.<ResourceGroup>of() : groups) {
            for (FlavorQuotas flavor : group.flavors()) {
                flavor.resources()
                        .forEach(
                                quota ->
                                        action.accept(
                                                new Pair(flavor.name(), quota.name()), quota));
            }
        }
    }
}
